// expect-fail: the_first_and_the_last_pair, three_pairs_of_width_32
// misconception: lets the last pair reach 10000 times 2 pi, with the exponent pair / (dim / 2 - 1)
    let last = (dim / 2).saturating_sub(1).max(1);
    std::f64::consts::TAU * base.powf(pair as f64 / last as f64)
