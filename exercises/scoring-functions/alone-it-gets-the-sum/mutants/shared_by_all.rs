// expect-fail: equal_keys_share_equally, agrees_with_loops, an_output_is_a_mean_of_the_values
// misconception: normalizes by the sum over queries and keys, so that the whole matrix sums to 1
    let powers = scores.permuted_axes([0, 2, 1]).exp();
    let sums = powers.sum_axis(ndarray::Axis(2)).sum_axis(ndarray::Axis(1));
    let weights = powers / sums.insert_axis(ndarray::Axis(1)).insert_axis(ndarray::Axis(2));
