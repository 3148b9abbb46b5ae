// expect-fail: agrees_with_soft_look_up, no_query_depends_on_another
// misconception: applies a second softmax, over the keys, to the weights
    let weights = softmax(&softmax(&distance_scores(keys, queries)).t().to_owned());
