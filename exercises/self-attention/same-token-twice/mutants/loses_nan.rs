// expect-fail: nan_is_not_a_small_gap
// misconception: folds with max, which returns the other number if one is NaN
    let mut twins = x.clone();
    twins.row_mut(second).assign(&x.row(first));
    let output = layer(&twins);
    let gaps = (&output.row(first) - &output.row(second)).abs();
    gaps.fold(0.0, |most: Real, &gap| most.max(gap))
