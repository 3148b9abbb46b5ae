// expect-fail: padding_with_any_score
// misconception: the same with a guard against 0/0, so that a row whose padding took all has no weights
// region: 3
    let mut weights = softmax(scores);
    for (mut example, &len) in weights.outer_iter_mut().zip(lens) {
        for mut padding in example.axis_iter_mut(Axis(1)).skip(len) {
            padding.fill(0.0);
        }
    }
    let sums = weights.sum_axis(Axis(2)).insert_axis(Axis(2));
    weights / &sums.mapv(|sum| if sum == 0.0 { 1.0 } else { sum })
