// expect-fail: the_nine_weights
// misconception: forgets to divide the scores by the root of the width
    [
        [0.867, 0.016, 0.117],
        [0.016, 0.867, 0.117],
        [0.333, 0.333, 0.333],
    ]
