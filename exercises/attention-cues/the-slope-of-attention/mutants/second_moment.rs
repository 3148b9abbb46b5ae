// expect-fail: agrees_with_small_steps, one_key_has_no_slope, agrees_with_small_steps_for_any_shape
// misconception: differentiates the exponential and forgets the sum below it
    use attention::array::softmax;
    use ndarray::Axis;

    let weights = softmax(&keys.dot(query));
    let weighted = keys * &weights.insert_axis(Axis(1));
    weighted.t().dot(keys)
