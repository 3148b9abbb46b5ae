// expect-fail: the_two_parts_for_four_steps
// misconception: forgets the projection of the output
    (3 * steps * dim * dim, 2 * steps * steps * dim)
