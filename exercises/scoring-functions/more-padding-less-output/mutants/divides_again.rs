// expect-fail: padding_with_any_score, an_example_without_keys
// misconception: masks after the softmax and divides by the sum, which is 0/0 if the padding took all
// region: 3
    let mut weights = softmax(scores);
    for (mut example, &len) in weights.outer_iter_mut().zip(lens) {
        for mut padding in example.axis_iter_mut(Axis(1)).skip(len) {
            padding.fill(0.0);
        }
    }
    let sums = weights.sum_axis(Axis(2)).insert_axis(Axis(2));
    weights / &sums
