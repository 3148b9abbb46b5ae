// expect-fail: a_removed_head_matters_least, close_to_the_best_pairs
// misconception: the sign is wrong, so the heads that matter least get the largest numbers
    (0..model.attention.heads())
        .map(|head| model.error() - model.without_head(head).error())
        .collect()
