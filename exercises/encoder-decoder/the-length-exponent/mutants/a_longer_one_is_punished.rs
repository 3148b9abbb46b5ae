// expect-fail: the_two_candidates, agrees_with_the_search_of_the_crate
// misconception: subtracts a penalty that grows with the length
        candidate.score = candidate.log_probability - exponent * power.ln();
