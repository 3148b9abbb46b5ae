// expect-fail: the_plant_as_by_hand, takes_one_pass_for_each_input
// misconception: an input keeps the slope 1 after its pass
// region: 3
    let mut inputs = point.map(Dual::constant);
    std::array::from_fn(|i| {
        inputs[i].slope = 1.0;
        function(inputs).slope
    })
