// expect-fail: every_entry_counts
// misconception: takes the largest difference without its absolute value
    let mut twins = x.clone();
    twins.row_mut(second).assign(&x.row(first));
    let output = layer(&twins);
    let gaps = &output.row(first) - &output.row(second);
    if gaps.iter().any(|gap| gap.is_nan()) {
        return Real::NAN;
    }
    gaps.fold(0.0, |most: Real, &gap| most.max(gap))
