// expect-fail: large_steps_are_wrong_by_truncation, the_number_holds_for_three_seeds, the_error_has_two_arms
// misconception: the one-sided difference
// region: 2
    let errors = places.iter().map(|&place| {
        let slope = (loss(place + step) - loss(place)) / step;
        (f64::from(slope) - derivative(f64::from(place))).abs()
    });
    errors.sum::<f64>() / places.len() as f64
