// expect-fail: four_times_the_reach_halves_the_computed_error, measured_lies_a_little_above_computed
// misconception: reports the variance as the error
    use attention::nadaraya_watson::{INTERVAL, NOISE};

    let within_reach = factor / INTERVAL;
    let root_of_pi = (std::f64::consts::PI as Real).sqrt();
    NOISE * NOISE / (2.0 * root_of_pi * within_reach)
