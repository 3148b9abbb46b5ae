// expect-fail: one_matrix_for_other_sizes, one_matrix_gives_the_same_scores
// misconception: multiplies in the other order, which gives the transposed matrix
// region: 2
    key_map.dot(&query_map.t()) / (query_map.ncols() as Real).sqrt()
