// expect-fail: the_four_rows_of_the_chapter, short_and_strange_rows
// misconception: asks "is an entry 1" and "are all entries equal" without looking at the sum
    let close = |left: Real, right: Real| (left - right).abs() <= TOLERANCE;
    let first = weights.first().copied().unwrap_or(0.0);
    if weights.iter().any(|&weight| close(weight, 1.0)) {
        Kind::OneHot
    } else if weights.iter().all(|&weight| close(weight, first)) {
        Kind::Uniform
    } else if weights.iter().any(|w| !w.is_finite() || *w < -TOLERANCE) {
        Kind::Other
    } else if close(weights.sum(), 1.0) {
        Kind::Convex
    } else {
        Kind::Nonnegative
    }
