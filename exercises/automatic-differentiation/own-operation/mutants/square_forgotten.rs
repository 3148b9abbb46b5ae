// expect-fail: single_has_value_and_slope
// misconception: forgets the square in the derivative
// region: 2
    let y = x.value().tanh();
    tape.record(y, [(x, 1.0 - y)])
