// expect-fail: the_three_outputs
// misconception: leaves the token itself out of its own mixture
// region: 2
    [
        [1.0, 1.0, -0.269, -0.269],
        [1.0, 1.0, 0.269, 0.269],
        [1.0, 1.0, 0.0, 0.0],
    ]
