// expect-fail: zeros_behind_the_shorter_vector
// misconception: takes a matrix of ones, which multiplies the sums of both vectors
// region: 3
    Array2::ones((query_dim, key_dim))
