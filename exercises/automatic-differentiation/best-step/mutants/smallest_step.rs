// expect-fail: best_step_at_your_places, the_number_holds_for_three_seeds
// misconception: the smallest step is the best
// region: 3
    let step = 1.0 / (1 << 20) as f32;
    (step, mean_error(places, step))
