// expect-fail: the_slope_of_the_loss, large_logits
// misconception: softmax minus one for the target, as without smoothing
// region: 2
    use attention::array::softmax;

    let count = targets.iter().filter(|&&target| target != ignored).count();
    let mut gradient = softmax(&logits.to_owned());
    for (mut row, &target) in gradient.rows_mut().into_iter().zip(targets) {
        if target == ignored {
            row.fill(0.0);
        } else {
            row[target] -= 1.0 + 0.0 * smoothing;
        }
    }
    gradient / count.max(1) as Real
