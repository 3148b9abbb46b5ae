// expect-fail: agrees_with_soft_look_up, no_query_depends_on_another
// misconception: keeps the softmax over the queries and divides each row by its sum, which hides the symptom
    let weights = softmax(&distance_scores(keys, queries)).t().to_owned();
    let sums = weights.sum_axis(ndarray::Axis(1));
    let weights = &weights / &sums.insert_axis(ndarray::Axis(1));
