// expect-fail: a_row_without_weights, divided_again
// misconception: divides a row without weights by its sum, which is 0
// region: 2
    let mut dropped = dropped(weights, rate, rows, seed);
    if divide_again {
        let sums = dropped.sum_axis(Axis(1)).insert_axis(Axis(1));
        dropped /= &sums;
    }
    dropped.sum_axis(Axis(0)) / rows as Real
