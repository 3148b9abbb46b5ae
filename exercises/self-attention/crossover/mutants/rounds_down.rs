// expect-fail: the_answer_is_the_first, exact_answers
// misconception: rounds down, so that the share is just missed
// region: 2
    (2 * dim * percent / (100 - percent)).max(1)
