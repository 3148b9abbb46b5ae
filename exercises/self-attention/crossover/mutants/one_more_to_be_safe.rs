// expect-fail: the_answer_is_the_first, exact_answers
// misconception: adds a step after rounding down, also where the division leaves no rest
// region: 2
    2 * dim * percent / (100 - percent) + 1
