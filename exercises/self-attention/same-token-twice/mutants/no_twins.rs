// expect-fail: no_positions_no_gap, only_the_twins_count
// misconception: compares the outputs of two tokens that differ
    let output = layer(x);
    let gaps = (&output.row(first) - &output.row(second)).abs();
    if gaps.iter().any(|gap| gap.is_nan()) {
        return Real::NAN;
    }
    gaps.fold(0.0, |most: Real, &gap| most.max(gap))
