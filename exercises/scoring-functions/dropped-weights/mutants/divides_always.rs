// expect-fail: each_weight_keeps_its_mean
// misconception: divides every row by its sum, because weights must sum to 1
// region: 2
    let mut dropped = dropped(weights, rate, rows, seed);
    let _ = divide_again;
    {
        let sums = dropped.sum_axis(Axis(1)).insert_axis(Axis(1));
        dropped /= &sums.mapv(|sum| if sum > 0.0 { sum } else { 1.0 });
    }
    dropped.sum_axis(Axis(0)) / rows as Real
