// expect-fail: single_has_value_and_slope, both_work_inside_of_a_formula
// misconception: takes the square of the input instead of that of the tangent
// region: 2
    let x_value = x.value();
    tape.record(x_value.tanh(), [(x, 1.0 - x_value * x_value)])
