// expect-fail: agrees_with_the_search_of_the_crate
// misconception: multiplies the exponent and the length
        let _ = power;
        candidate.score = candidate.log_probability / (length as f64 * exponent).max(1.0);
