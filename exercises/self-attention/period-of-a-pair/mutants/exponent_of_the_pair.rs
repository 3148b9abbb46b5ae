// expect-fail: three_pairs_of_width_32, the_first_and_the_last_pair, after_a_period_the_pair_is_back
// misconception: divides the number of the pair by the width, not that of its first column
    std::f64::consts::TAU * base.powf(pair as f64 / dim as f64)
