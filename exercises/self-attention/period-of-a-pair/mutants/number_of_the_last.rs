// expect-fail: how_many_pairs_turn
// misconception: returns the number of the last pair that turns, one less than how many
// region: 2
    (0..dim / 2)
        .rfind(|&pair| period(pair, dim, base) <= positions as f64)
        .unwrap_or(0)
