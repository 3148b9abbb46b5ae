// expect-fail: inputs_expose_other_mistakes
// misconception: the same numbers above and below: a quotient that swaps them passes
// region: 2
    [array![2.0, -3.0].into_dyn(), array![2.0, -3.0].into_dyn()]
