// expect-fail: best_step_at_your_places, the_number_holds_for_three_seeds, the_error_has_two_arms
// misconception: computes the losses in double precision
// region: 2
    let loss = |a: f64| ((2.0 * a + 21.0) / (a + 3.0) - 3.0).powi(2);
    let errors = places.iter().map(|&place| {
        let (place, step) = (f64::from(place), f64::from(step));
        let slope = (loss(place + step) - loss(place - step)) / (2.0 * step);
        (slope - derivative(place)).abs()
    });
    errors.sum::<f64>() / places.len() as f64
