// expect-fail: divided_again
// misconception: divides the means by their sum, not each row
// region: 2
    let means = dropped(weights, rate, rows, seed).sum_axis(Axis(0)) / rows as Real;
    if divide_again { &means / means.sum() } else { means }
