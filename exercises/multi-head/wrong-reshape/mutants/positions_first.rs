// expect-fail: an_example_does_not_see_another, agrees_with_a_loop
// misconception: moves the positions in front of the batch, as sequences are stored in some libraries
    let by_head = split.permuted_axes([1, 0, 2, 3]);
