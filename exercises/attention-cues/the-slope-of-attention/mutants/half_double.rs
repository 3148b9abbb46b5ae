// expect-fail: keys_far_from_zero
// misconception: multiplies out in f64, but with weights of an f32 softmax, whose sum is not exactly 1
    use attention::array::softmax;
    use ndarray::Axis;

    let weights = softmax(&keys.dot(query)).mapv(f64::from);
    let keys = keys.mapv(f64::from);
    let output = weights.dot(&keys).insert_axis(Axis(0));
    let weighted = &keys * &weights.insert_axis(Axis(1));
    let slope = weighted.t().dot(&keys) - output.t().dot(&output);
    slope.mapv(|entry| entry as Real)
