// expect-fail: keys_far_from_zero
// misconception: programs the form with o oᵀ, whose two large terms cancel
    use attention::array::softmax;
    use ndarray::Axis;

    let weights = softmax(&keys.dot(query));
    let output = weights.dot(keys).insert_axis(Axis(0));
    let weighted = keys * &weights.insert_axis(Axis(1));
    weighted.t().dot(keys) - output.t().dot(&output)
