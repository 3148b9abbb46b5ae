//! The highest temperature at which the best key keeps most of the weight.

use attention::Real;
use ndarray::Array1;

/// Returns the highest temperature at which the largest weight of `softmax(scores /
/// temperature)` is at least `share`.
///
/// The scores, `[keys]`, are finite, and one is larger than all others. `share` is
/// between 1 / `keys` + 0.01 and 0.99.
pub fn highest_temperature(scores: &Array1<Real>, share: Real) -> Real {
    //@ solution
    use attention::array::softmax;

    let best = scores.fold(Real::NEG_INFINITY, |best, &score| best.max(score));
    let scores = scores - best; // before the division, which would lose digits
    let enough = |temperature: Real| {
        let weights = softmax(&(&scores / temperature));
        weights.iter().any(|&weight| weight >= share)
    };
    let (mut low, mut high) = (1.0, 1.0);
    while !enough(low) {
        low /= 2.0;
    }
    while enough(high) {
        high *= 2.0;
    }
    for _ in 0..30 {
        let middle = (low + high) / 2.0;
        if enough(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
    //@ stub todo!("the temperature at which the best of {scores} has weight {share}")
    //@ end
}
exercise_solutions::tests!(at_least_ninety_percent);
