// expect-fail: a_row_without_true_is_zero, no_keys_at_all
// misconception: expects 0 divided by 0 to be 0
    use ndarray::Axis;

    let weights = may_look.mapv(|may| if may { 1.0 } else { 0.0 });
    let counts: ndarray::Array1<Real> = weights.sum_axis(Axis(1));
    weights.dot(values) / counts.insert_axis(Axis(1))
