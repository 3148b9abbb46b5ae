// expect-fail: far_from_zero
// misconception: moves all coordinates by the mean of all entries
    use attention::array::softmax;
    use ndarray::Axis;

    let center = keys.mean().expect("at least one key");
    let (queries, keys) = (queries - center, keys - center);
    let squares = (&keys * &keys).sum_axis(Axis(1));
    let scores = queries.dot(&keys.t()) - squares / 2.0;
    softmax(&(scores / (width * width)))
