// expect-fail: the_nine_weights
// misconception: believes that a token is always nearest to itself
    [
        [0.665, 0.090, 0.245],
        [0.090, 0.665, 0.245],
        [0.212, 0.212, 0.576],
    ]
