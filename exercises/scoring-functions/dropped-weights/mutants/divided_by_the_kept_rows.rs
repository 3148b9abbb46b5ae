// expect-fail: divided_again, a_row_without_weights
// misconception: takes the mean over the rows that kept a weight
// region: 2
    let mut dropped = dropped(weights, rate, rows, seed);
    let mut count = rows as Real;
    if divide_again {
        let sums = dropped.sum_axis(Axis(1)).insert_axis(Axis(1));
        count = sums.iter().filter(|sum| **sum > 0.0).count() as Real;
        dropped /= &sums.mapv(|sum| if sum > 0.0 { sum } else { 1.0 });
    }
    dropped.sum_axis(Axis(0)) / count
