// expect-fail: seed_and_rows_decide
// misconception: draws 10,000 rows, as in the text, whatever the caller asks for
// region: 1
    let rows = rows.max(10_000);
    let sums = dropped(weights, rate, rows, seed).sum_axis(Axis(1));
    let mean = sums.sum() / rows as Real;
    let squares = sums.mapv(|sum| (sum - mean).powi(2));
    [mean, (squares.sum() / rows as Real).sqrt()]
