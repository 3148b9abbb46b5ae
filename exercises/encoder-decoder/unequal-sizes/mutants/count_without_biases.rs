// region: 2
// expect-fail: the_number_of_parameters
// misconception: counts the matrices only
    3 * (2 * 64) * DECODER_HIDDEN
