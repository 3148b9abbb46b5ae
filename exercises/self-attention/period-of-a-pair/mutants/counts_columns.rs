// expect-fail: how_many_pairs_turn
// misconception: counts columns instead of pairs
// region: 2
    (0..dim)
        .filter(|&column| period(column / 2, dim, base) <= positions as f64)
        .count()
