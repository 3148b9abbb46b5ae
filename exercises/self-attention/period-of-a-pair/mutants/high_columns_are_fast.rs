// expect-fail: three_pairs_of_width_32, the_first_and_the_last_pair
// misconception: believes that the columns get faster
    std::f64::consts::TAU
        * base.powf((dim - 2 - 2 * pair) as f64 / dim as f64)
