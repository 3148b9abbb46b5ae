// expect-fail: the_parameters_of_many_heads
// misconception: divides all four projections by the number of heads
// region: 2
    4 * hidden * (hidden / heads)
