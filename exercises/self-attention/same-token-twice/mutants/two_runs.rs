// expect-fail: positions_make_a_gap, only_the_twins_count
// misconception: compares the output of the first twin with itself, from two runs
    let mut twins = x.clone();
    twins.row_mut(second).assign(&x.row(first));
    let gaps = (&layer(&twins).row(first) - &layer(&twins).row(first)).abs();
    gaps.fold(0.0, |most: Real, &gap| if gap > most { gap } else { most })
