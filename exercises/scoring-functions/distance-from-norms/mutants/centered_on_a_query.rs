// expect-fail: no_query
// misconception: moves everything to the first query, which need not exist
    use attention::array::softmax;
    use ndarray::Axis;

    let center = queries.row(0).to_owned();
    let (queries, keys) = (queries - &center, keys - &center);
    let squares = (&keys * &keys).sum_axis(Axis(1));
    let scores = queries.dot(&keys.t()) - squares / 2.0;
    softmax(&(scores / (width * width)))
