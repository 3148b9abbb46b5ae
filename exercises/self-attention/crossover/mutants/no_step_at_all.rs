// expect-fail: exact_answers
// misconception: answers 0 steps where no share is asked for
// region: 2
    (2 * dim * percent).div_ceil(100 - percent)
