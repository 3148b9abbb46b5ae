// expect-fail: a_query_does_not_feel_the_others, agrees_with_loops
// misconception: keeps the wrong softmax and divides each row by its sum, so that the rows look right
    let weights = softmax(&scores).permuted_axes([0, 2, 1]);
    let sums = weights.sum_axis(ndarray::Axis(2)).insert_axis(ndarray::Axis(2));
    let weights = weights / &sums;
