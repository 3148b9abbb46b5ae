// expect-fail: agrees_with_small_steps, agrees_with_small_steps_for_any_shape
// misconception: multiplies both factors by the weights, so that every weight counts twice
    use attention::array::softmax;
    use ndarray::Axis;

    let weights = softmax(&keys.dot(query));
    let deviations = keys - &weights.dot(keys);
    let weighted = &deviations * &weights.insert_axis(Axis(1));
    weighted.t().dot(&weighted)
