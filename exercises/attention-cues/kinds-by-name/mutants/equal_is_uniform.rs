// expect-fail: short_and_strange_rows
// misconception: calls equal weights uniform, whatever they sum to, and forgets the row without entries
    let close = |left: Real, right: Real| (left - right).abs() <= TOLERANCE;
    if !weights.iter().all(|w| w.is_finite() && *w >= -TOLERANCE) {
        Kind::Other
    } else if weights.iter().all(|&weight| close(weight, weights[0])) {
        Kind::Uniform
    } else if !close(weights.sum(), 1.0) {
        Kind::Nonnegative
    } else if weights.iter().any(|&weight| close(weight, 1.0)) {
        Kind::OneHot
    } else {
        Kind::Convex
    }
