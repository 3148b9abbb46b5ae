// expect-fail: the_number_holds_for_three_seeds
// misconception: the size of the mean error instead of the mean size of the errors
// region: 2
    let errors = places.iter().map(|&place| {
        let slope = (loss(place + step) - loss(place - step)) / (2.0 * step);
        f64::from(slope) - derivative(f64::from(place))
    });
    (errors.sum::<f64>() / places.len() as f64).abs()
