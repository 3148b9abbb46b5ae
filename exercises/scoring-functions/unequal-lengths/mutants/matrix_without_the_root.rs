// expect-fail: one_matrix_gives_the_same_scores, one_matrix_for_other_sizes
// misconception: leaves the root out of the one matrix
// region: 2
    query_map.dot(&key_map.t())
