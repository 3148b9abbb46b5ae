// expect-fail: agrees_with_a_mask, lopsided_and_endless_windows
// misconception: gives a score of 0 to the keys that do not exist, so that they take a share of the weights
    let steps = queries.nrows();
    let scale = (queries.ncols() as Real).sqrt();
    let mut outputs = Array2::zeros((steps, values.ncols()));
    for (i, mut output) in outputs.outer_iter_mut().enumerate() {
        let mut sum = 0.0;
        for k in i.saturating_sub(before)..=i.saturating_add(after).min(2 * steps) {
            let inside = k < steps;
            let score = if inside { queries.row(i).dot(&keys.row(k)) } else { 0.0 };
            let power = (score / scale).exp();
            sum += power;
            if inside {
                output.scaled_add(power, &values.row(k));
            }
        }
        output /= sum + before.saturating_sub(i).min(steps) as Real;
    }
    outputs
