//! The kind of a row of weights.

use attention::Real;
use ndarray::Array1;

/// Numbers that differ by at most this much count as equal.
pub const TOLERANCE: Real = 1e-5;

/// The kinds of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One weight is 1, and all others are 0.
    OneHot,
    /// Every weight is one divided by the number of weights.
    Uniform,
    /// No weight is negative, and their sum is 1.
    Convex,
    /// No weight is negative.
    Nonnegative,
    /// A weight is negative, infinite, or NaN.
    Other,
}

/// Names the kind of one row of weights, `[keys]`, of at most 1000 keys.
pub fn kind(weights: &Array1<Real>) -> Kind {
    //@ solution
    let close = |left: Real, right: Real| (left - right).abs() <= TOLERANCE;
    let uniform = 1.0 / weights.len() as Real;
    if !weights.iter().all(|w| w.is_finite() && *w >= -TOLERANCE) {
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
    //@ stub todo!("name the kind of {weights}")
    //@ end
}
exercise_solutions::tests!(kinds_by_name);
