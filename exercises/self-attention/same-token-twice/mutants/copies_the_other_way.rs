// expect-fail: only_the_twins_count
// misconception: copies the second row over the first one
    let mut twins = x.clone();
    twins.row_mut(first).assign(&x.row(second));
    let output = layer(&twins);
    let gaps = (&output.row(first) - &output.row(second)).abs();
    if gaps.iter().any(|gap| gap.is_nan()) {
        return Real::NAN;
    }
    gaps.fold(0.0, |most: Real, &gap| most.max(gap))
