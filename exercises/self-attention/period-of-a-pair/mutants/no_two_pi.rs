// expect-fail: three_pairs_of_width_32, the_first_and_the_last_pair
// misconception: takes one over the frequency, the positions for an angle of 1
    base.powf(2.0 * pair as f64 / dim as f64)
