// expect-fail: a_sum_of_one_is_not_enough
// misconception: takes every row that sums to 1 as convex, negative entries or not
    let close = |left: Real, right: Real| (left - right).abs() <= TOLERANCE;
    let uniform = 1.0 / weights.len() as Real;
    if !weights.sum().is_finite() {
        Kind::Other
    } else if !close(weights.sum(), 1.0) {
        Kind::Nonnegative
    } else if weights.iter().any(|&weight| close(weight, 1.0)) {
        Kind::OneHot
    } else if weights.iter().all(|&weight| close(weight, uniform)) {
        Kind::Uniform
    } else {
        Kind::Convex
    }
