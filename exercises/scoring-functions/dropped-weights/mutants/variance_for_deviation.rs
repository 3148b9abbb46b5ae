// expect-fail: the_spread_of_the_sums
// misconception: returns the variance of the sums
// region: 1
    let sums = dropped(weights, rate, rows, seed).sum_axis(Axis(1));
    let mean = sums.sum() / rows as Real;
    let squares = sums.mapv(|sum| (sum - mean).powi(2));
    [mean, squares.sum() / rows as Real]
