// expect-fail: what_is_hidden_is_never_read
// misconception: computes all pairs and masks them, which is what the exercise wants to avoid
    use attention::{array::masked_softmax, mask::Mask};

    let scores = queries.dot(&keys.t()) / (queries.ncols() as Real).sqrt();
    masked_softmax(&scores, &Mask::window(before, after)).dot(values)
