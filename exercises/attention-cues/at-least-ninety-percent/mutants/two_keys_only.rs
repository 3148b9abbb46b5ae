// expect-fail: all_keys_count
// misconception: uses the formula for the two best keys, whatever else is there
    let mut sorted = scores.to_vec();
    sorted.sort_by(|left, right| right.total_cmp(left));
    (sorted[0] - sorted[1]) / (share / (1.0 - share)).ln()
