// expect-fail: agrees_with_a_loop, one_example_works_as_before, the_order_of_the_keys_does_not_matter
// misconception: leaves the axes as they are, so that positions and heads mix
    let by_head = split.to_shape((batch, heads, positions, dim)).expect("all of x");
