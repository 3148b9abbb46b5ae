// expect-fail: inputs_expose_the_wrong_line
// misconception: the more extreme the better; near 0 the differences are wrong, too
// region: 2
    [array![0.5, -2.0].into_dyn(), array![0.02, -0.7].into_dyn()]
