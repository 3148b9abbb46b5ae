// expect-fail: inputs_expose_the_wrong_line, inputs_expose_other_mistakes
// misconception: any divisor but 1 will do
// region: 2
    [array![0.5, -2.0].into_dyn(), array![1.002, 0.998].into_dyn()]
