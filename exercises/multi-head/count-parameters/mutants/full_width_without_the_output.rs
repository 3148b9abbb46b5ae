// expect-fail: the_three_answers
// misconception: lets the output projection stay square at full width
// region: 2
    let square = HIDDEN * HIDDEN;
    [4 * square + 4 * HIDDEN, 4 * square, 3 * 8 * square + square]
