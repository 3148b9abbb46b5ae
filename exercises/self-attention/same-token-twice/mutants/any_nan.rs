// expect-fail: nan_is_not_a_small_gap
// misconception: returns NaN as soon as any row of the output has one
    let mut twins = x.clone();
    twins.row_mut(second).assign(&x.row(first));
    let output = layer(&twins);
    if output.iter().any(|entry| entry.is_nan()) {
        return Real::NAN;
    }
    let gaps = (&output.row(first) - &output.row(second)).abs();
    gaps.fold(0.0, |most: Real, &gap| most.max(gap))
