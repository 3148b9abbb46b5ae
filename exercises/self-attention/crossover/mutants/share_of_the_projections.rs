// expect-fail: the_answer_is_the_first, exact_answers
// misconception: compares the pairs with the projections instead of with the sum
// region: 2
    (2 * dim * percent).div_ceil(100).max(1)
