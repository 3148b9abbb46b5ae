// expect-fail: the_two_parts_for_four_steps
// misconception: counts the scores and forgets the mixture of the values
    (4 * steps * dim * dim, steps * steps * dim)
