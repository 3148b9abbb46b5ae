// expect-fail: agrees_with_a_loop, one_key_returns_its_value
// misconception: puts the batch first, but reads the entries across the heads
    let crossed = split.permuted_axes([0, 3, 1, 2]);
    let by_head = crossed.to_shape((batch, heads, positions, dim)).expect("all of x");
