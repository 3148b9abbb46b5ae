// expect-fail: far_from_zero
// misconception: uses the formula as it stands, which cancels if the keys lie far from zero
    use attention::array::softmax;
    use ndarray::Axis;

    let squares = (keys * keys).sum_axis(Axis(1));
    softmax(&((queries.dot(&keys.t()) - squares / 2.0) / (width * width)))
