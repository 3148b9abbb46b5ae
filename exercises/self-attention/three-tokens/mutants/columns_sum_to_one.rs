// expect-fail: the_nine_weights, each_row_of_weights_sums_to_one
// misconception: takes the softmax over the tokens that ask
    [
        [0.665, 0.090, 0.333],
        [0.090, 0.665, 0.333],
        [0.245, 0.245, 0.333],
    ]
