// expect-fail: the_three_outputs
// misconception: mixes the tokens by the columns of the weights
// region: 2
    [
        [1.088, 1.088, 0.575, 0.575],
        [1.088, 1.088, -0.575, -0.575],
        [0.823, 0.823, 0.0, 0.0],
    ]
