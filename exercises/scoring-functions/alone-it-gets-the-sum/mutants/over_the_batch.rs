// expect-fail: an_output_is_a_mean_of_the_values, agrees_with_loops
// misconception: moves the batch to the end, because it is "the axis of the examples"
    let weights = softmax(&scores.permuted_axes([2, 1, 0])).permuted_axes([2, 0, 1]);
