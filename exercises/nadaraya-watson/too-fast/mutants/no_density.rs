// expect-fail: measured_lies_a_little_above_computed, computed_agrees_with_a_sum
// misconception: leaves out the density of the inputs, so that n h points lie within reach
    use attention::nadaraya_watson::NOISE;

    let root_of_pi = (std::f64::consts::PI as Real).sqrt();
    (NOISE * NOISE / (2.0 * root_of_pi * factor)).sqrt()
