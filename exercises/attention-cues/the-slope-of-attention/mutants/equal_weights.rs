// expect-fail: agrees_with_small_steps, agrees_with_small_steps_for_any_shape
// misconception: takes the ordinary covariance, in which every key counts the same
    let count = keys.nrows() as Real;
    let mean = keys.sum_axis(ndarray::Axis(0)) / (count + 0.0 * query.sum());
    let deviations = keys - &mean;
    deviations.t().dot(&deviations) / count
