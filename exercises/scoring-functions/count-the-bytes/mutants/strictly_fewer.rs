// expect-fail: where_the_multiplications_meet
// misconception: asks for fewer multiplications, not for no more
// region: 2
    (queries * keys * dim - 1) / (queries * dim + keys * dim + queries * keys)
