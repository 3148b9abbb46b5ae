// expect-fail: no_positions_no_gap, only_the_twins_count
// misconception: compares the whole output before and after the copy
    let mut twins = x.clone();
    twins.row_mut(second).assign(&x.row(first));
    let gaps = (&layer(&twins) - &layer(x)).abs();
    if gaps.iter().any(|gap| gap.is_nan()) {
        return Real::NAN;
    }
    gaps.fold(0.0, |most: Real, &gap| most.max(gap))
