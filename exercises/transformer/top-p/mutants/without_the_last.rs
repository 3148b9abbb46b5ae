// expect-fail: sharp_and_flat, not_one_too_many, ties_zeros_and_ones
// misconception: stops before the token that reaches p, so that the set has less than p
    let mut kept = likely_tokens(probabilities);
    let mut sum = 0.0;
    kept.retain(|&token| {
        sum += probabilities[token];
        sum < p
    });
    kept
