// expect-fail: the_parameters_of_many_heads
// misconception: counts the shared projections once for each head
// region: 2
    assert!(heads > 0);
    4 * hidden * hidden
