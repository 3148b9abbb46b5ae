// expect-fail: zeros_behind_the_shorter_vector
// misconception: puts the zeros in front of the shorter vector
// region: 3
    let one_if_equal = |(row, column): (usize, usize)| {
        if row + key_dim == column + query_dim { 1.0 } else { 0.0 }
    };
    Array2::from_shape_fn((query_dim, key_dim), one_if_equal)
