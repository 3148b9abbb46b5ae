// expect-fail: close_to_the_best_pairs
// misconception: a head is important if the model is good with this head alone
    (0..model.attention.heads())
        .map(|head| -model.keep_heads(&[head]).error())
        .collect()
