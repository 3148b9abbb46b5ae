// expect-fail: agrees_with_soft_look_up
// misconception: replaces the softmax by the nearest key, which keeps the output in the range, too
    let weights = softmax(&(distance_scores(queries, keys) * 1e6));
