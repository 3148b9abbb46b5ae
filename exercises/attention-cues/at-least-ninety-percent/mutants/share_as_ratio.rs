// expect-fail: the_handbook, two_keys
// misconception: takes 1 / (1 - share) for the ratio of the two weights
    let mut sorted = scores.to_vec();
    sorted.sort_by(|left, right| right.total_cmp(left));
    (sorted[0] - sorted[1]) / (1.0 / (1.0 - share)).ln()
