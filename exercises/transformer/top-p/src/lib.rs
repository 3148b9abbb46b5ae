//! Which tokens may be drawn: two ways to cut a distribution.

use attention::Real;
use ndarray::ArrayRef1;

/// Returns all tokens that have a probability above 0, most likely first.
///
/// Equally likely tokens come in the order of their indices.
pub fn likely_tokens(probabilities: &ArrayRef1<Real>) -> Vec<usize> {
    let all = 0..probabilities.len();
    let mut tokens: Vec<usize> =
        all.filter(|&token| probabilities[token] > 0.0).collect();
    tokens.sort_by(|&a, &b| probabilities[b].total_cmp(&probabilities[a]));
    tokens
}

/// Returns the fewest tokens whose probabilities together reach `p`, the most likely
/// first.
///
/// `probabilities`, `[vocab]`, sum to 1 up to rounding; `p` is above 0 and at most 1.
/// The order is the same as in [`likely_tokens`].
pub fn nucleus(probabilities: &ArrayRef1<Real>, p: Real) -> Vec<usize> {
    //@ solution
    let mut kept = likely_tokens(probabilities);
    let mut sum = 0.0;
    let enough = kept.iter().position(|&token| {
        sum += probabilities[token];
        sum >= p
    });
    kept.truncate(enough.map_or(kept.len(), |last| last + 1));
    kept
    //@ stub todo!("the most likely of {probabilities} with {p} together")
    //@ end
}

/// Returns the tokens that are at least `share` times as likely as the most likely
/// token, in the order of [`likely_tokens`]. `share` is above 0 and at most 1.
pub fn min_p(probabilities: &ArrayRef1<Real>, share: Real) -> Vec<usize> {
    //@ solution
    let mut kept = likely_tokens(probabilities);
    let most = kept.first().map_or(0.0, |&token| probabilities[token]);
    kept.retain(|&token| probabilities[token] >= share * most);
    kept
    //@ stub todo!("the tokens of {probabilities} above {share} of the largest")
    //@ end
}

/// Returns the probability that at least one of `steps` independent draws from all
/// tokens is not in `kept`.
pub fn leaves_once(probabilities: &ArrayRef1<Real>, kept: &[usize], steps: u32) -> f64 {
    //@ solution
    let inside: f64 = kept.iter().map(|&token| probabilities[token] as f64).sum();
    1.0 - inside.min(1.0).powi(steps as i32)
    //@ stub todo!("{probabilities}, {kept:?}, {steps} draws")
    //@ end
}
exercise_solutions::tests!(top_p);
