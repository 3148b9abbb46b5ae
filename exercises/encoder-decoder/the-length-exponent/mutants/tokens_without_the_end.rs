// expect-fail: with_exponent_one_the_mean_of_a_token_decides, agrees_with_the_search_of_the_crate
// misconception: does not count the end
        let without_end = candidate.tokens.len() as f64;
        candidate.score = candidate.log_probability / power.min(without_end.powf(exponent));
