// expect-fail: a_row_without_true_is_zero, agrees_with_the_masked_softmax
// misconception: divides by a vector of counts, aligned with the entries of the values
    use ndarray::Axis;

    let weights = may_look.mapv(|may| if may { 1.0 } else { 0.0 });
    let counts = weights.sum_axis(Axis(1)).mapv(|count: Real| count.max(1.0));
    weights.dot(values) / counts
