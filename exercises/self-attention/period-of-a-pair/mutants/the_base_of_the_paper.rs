// expect-fail: how_many_pairs_turn
// misconception: counts for the base 10000, whatever the base is
// region: 2
    let _ = base;
    (0..dim / 2)
        .filter(|&pair| period(pair, dim, 10_000.0) <= positions as f64)
        .count()
