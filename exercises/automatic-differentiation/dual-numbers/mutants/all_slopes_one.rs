// expect-fail: the_plant_as_by_hand, takes_one_pass_for_each_input
// misconception: one pass with the slope 1 for all inputs gives all derivatives
// region: 3
    let all = function(point.map(|value| Dual { value, slope: 1.0 }));
    [all.slope; N]
