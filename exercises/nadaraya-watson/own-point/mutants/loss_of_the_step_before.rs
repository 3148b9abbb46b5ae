// region: 2
// expect-fail: the_path_starts_at_the_start, each_step_goes_down_by_the_rate_times_the_gradient
// misconception: stores the new w together with the loss from before the step
    let mut w = start;
    let mut path = Vec::with_capacity(epochs + 1);
    for _ in 0..=epochs {
        let (loss, gradient) = loss_and_gradient_with_own_point(samples, w);
        w -= rate * gradient;
        path.push(Step { w, loss });
    }
    path
