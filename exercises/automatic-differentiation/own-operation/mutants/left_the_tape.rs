// expect-fail: composed_has_value_and_slope, both_work_inside_of_a_formula
// misconception: computes a part with plain numbers and puts it back on the tape
    let [one, two] = [1.0, 2.0].map(|value| tape.number(value));
    let power = tape.number((2.0 * x.value()).exp());
    one - two / (power + one)
