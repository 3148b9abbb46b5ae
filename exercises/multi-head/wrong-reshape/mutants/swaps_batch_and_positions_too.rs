// expect-fail: an_example_does_not_see_another, agrees_with_a_loop
// misconception: reverses the first three axes, so that the heads come before the positions
    let by_head = split.permuted_axes([2, 1, 0, 3]);
