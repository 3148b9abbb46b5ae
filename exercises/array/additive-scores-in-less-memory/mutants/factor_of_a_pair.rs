// expect-fail: the_factor
// misconception: counts the temporary array of one query and one key, a single vector
// region: 2
    QUERIES * KEYS * HIDDEN / HIDDEN
