// expect-fail: hidden_values_do_not_count
// misconception: adds a small number to each count to avoid a division by 0
    use ndarray::Axis;

    let weights = may_look.mapv(|may| if may { 1.0 } else { 0.0 });
    let counts = weights.sum_axis(Axis(1)).mapv(|count: Real| count + 1e-5);
    weights.dot(values) / counts.insert_axis(Axis(1))
