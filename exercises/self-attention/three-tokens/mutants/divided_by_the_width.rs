// expect-fail: the_nine_weights
// misconception: divides the scores by the width, not by its root
    [
        [0.506, 0.186, 0.307],
        [0.186, 0.506, 0.307],
        [0.333, 0.333, 0.333],
    ]
