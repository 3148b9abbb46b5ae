// expect-fail: without_an_exponent_the_likeliest_wins, with_exponent_one_the_mean_of_a_token_decides
// misconception: takes the absolute value, so that the least likely candidate wins
        candidate.score = candidate.log_probability.abs() / power;
