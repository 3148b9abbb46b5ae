// expect-fail: agrees_with_differences, moving_everything_changes_nothing
// misconception: leaves out the lengths of the keys as well, as if they were equal
    use attention::array::softmax;

    softmax(&(queries.dot(&keys.t()) / (width * width)))
