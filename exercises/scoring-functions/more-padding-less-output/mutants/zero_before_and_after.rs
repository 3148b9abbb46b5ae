// expect-fail: rows_sum_to_one, more_padding_changes_nothing, each_row_as_if_alone
// misconception: hides the padding with 0 on both sides of the softmax
// region: 3
    for (mut example, &len) in filled.outer_iter_mut().zip(lens) {
        for mut padding in example.axis_iter_mut(Axis(1)).skip(len) {
            padding.fill(0.0);
        }
    }
    let mut weights = softmax(&filled);
    for (mut example, &len) in weights.outer_iter_mut().zip(lens) {
        for mut padding in example.axis_iter_mut(Axis(1)).skip(len) {
            padding.fill(0.0);
        }
    }
    weights
