// expect-fail: sharp_and_flat, not_one_too_many, ties_zeros_and_ones
// misconception: keeps each token that has more than 1 - p itself
    let mut kept = likely_tokens(probabilities);
    kept.retain(|&token| probabilities[token] >= 1.0 - p);
    kept
