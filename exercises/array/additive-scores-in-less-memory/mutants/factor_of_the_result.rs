// expect-fail: the_factor
// misconception: compares with the result, which is the largest array that is left
// region: 2
    QUERIES * KEYS * HIDDEN / (QUERIES * KEYS)
