// expect-fail: how_many_pairs_turn
// misconception: counts the pairs that need longer
// region: 2
    (0..dim / 2)
        .filter(|&pair| period(pair, dim, base) >= positions as f64)
        .count()
