// expect-fail: derivative_by_hand
// misconception: differentiates the numerator and keeps the divisor as a constant
    let error = (2.0 * a + 21.0) / (a + 3.0) - 3.0;
    2.0 * error * 2.0 / (a + 3.0)
