// expect-fail: the_numbers_of_the_section, agrees_with_three_axes
// misconception: multiplies query and key entry by entry, as for a dot product
// region: 1
    let mut scores = Array2::zeros((queries.nrows(), keys.nrows()));
    for (query, mut row) in queries.outer_iter().zip(scores.outer_iter_mut()) {
        row.assign(&(&query * &keys.view()).tanh().dot(combine));
    }
    scores
