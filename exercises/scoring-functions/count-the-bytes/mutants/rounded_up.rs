// expect-fail: where_the_multiplications_meet
// misconception: returns the first hidden size that takes more
// region: 2
    queries * keys * dim / (queries * dim + keys * dim + queries * keys) + 1
