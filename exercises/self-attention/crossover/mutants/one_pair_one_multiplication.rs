// expect-fail: the_two_parts_for_four_steps, the_parts_grow_as_they_should
// misconception: counts one multiplication for a pair, although a pair is a dot product
    (4 * steps * dim * dim, 2 * steps * steps + 0 * dim)
