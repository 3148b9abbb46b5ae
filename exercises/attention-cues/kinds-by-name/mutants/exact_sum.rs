// expect-fail: rounding_does_not_change_the_kind
// misconception: compares floating-point numbers with ==
    let uniform = 1.0 / weights.len() as Real;
    if !weights.iter().all(|w| w.is_finite() && *w >= 0.0) {
        Kind::Other
    } else if weights.sum() != 1.0 {
        Kind::Nonnegative
    } else if weights.iter().any(|&weight| weight == 1.0) {
        Kind::OneHot
    } else if weights.iter().all(|&weight| weight == uniform) {
        Kind::Uniform
    } else {
        Kind::Convex
    }
