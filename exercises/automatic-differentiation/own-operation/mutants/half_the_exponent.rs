// expect-fail: composed_has_value_and_slope
// misconception: e to the power of x instead of 2x
    let [one, two] = [1.0, 2.0].map(|value| tape.number(value));
    one - two / (x.exp() + one)
