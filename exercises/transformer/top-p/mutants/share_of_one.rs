// expect-fail: the_share_of_the_likeliest, ties_zeros_and_ones
// misconception: compares with the share itself, not with the share of the largest probability
// region: 2
    let mut kept = likely_tokens(probabilities);
    kept.retain(|&token| probabilities[token] >= share);
    kept
