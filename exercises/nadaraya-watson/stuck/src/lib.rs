//! Gradient descent from several starts.

use attention::Real;
use attention::nadaraya_watson::{Iterate, Samples};

/// Runs `descend` from each start, and returns the last step of the descent that
/// ends with the smallest loss. Among equal losses, the first start wins.
///
/// A descent whose last loss is infinite or not a number does not count. `None` if
/// no descent counts.
///
/// # Shapes
///
/// `starts`: any number of values of `w`.
pub fn best_of_starts(
    samples: &Samples,
    starts: &[Real],
    rate: Real,
    epochs: usize,
) -> Option<Iterate> {
    //@ solution
    use attention::nadaraya_watson::descend;

    starts
        .iter()
        .filter_map(|&start| descend(samples, start, rate, epochs).pop())
        .filter(|end| end.loss.is_finite())
        .min_by(|a, b| a.loss.total_cmp(&b.loss))
    //@ stub todo!("descend from {starts:?} at {rate} for {epochs} epochs on {samples:?}")
    //@ end
}
exercise_solutions::tests!(stuck);
