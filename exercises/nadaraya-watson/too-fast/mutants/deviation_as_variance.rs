// expect-fail: measured_lies_a_little_above_computed, computed_agrees_with_a_sum
// misconception: takes the standard deviation of the noise for its variance
    use attention::nadaraya_watson::{INTERVAL, NOISE};

    let within_reach = factor / INTERVAL;
    let root_of_pi = (std::f64::consts::PI as Real).sqrt();
    (NOISE / (2.0 * root_of_pi * within_reach)).sqrt()
