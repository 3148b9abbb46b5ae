// expect-fail: the_factor
// misconception: counts the temporary array of one pair of a query and a key, a single vector
// region: 2
    QUERIES * KEYS * HIDDEN / HIDDEN
