// expect-fail: agrees_with_differences
// misconception: takes the width for a temperature
    use attention::array::softmax;
    use ndarray::Axis;

    let center = keys.mean_axis(Axis(0)).expect("at least one key");
    let (queries, keys) = (queries - &center, keys - &center);
    let squares = (&keys * &keys).sum_axis(Axis(1));
    softmax(&((queries.dot(&keys.t()) - squares / 2.0) / width))
