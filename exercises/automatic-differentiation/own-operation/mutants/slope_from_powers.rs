// expect-fail: only_one_of_them_stays_finite
// misconception: one operation is enough, however its derivative is computed
// region: 2
    let power = (2.0 * x.value()).exp();
    let slope = 4.0 * power / ((power + 1.0) * (power + 1.0));
    tape.record(1.0 - 2.0 / (power + 1.0), [(x, slope)])
