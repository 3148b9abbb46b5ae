//! A database that returns the nearest entry, or nothing.

use attention::Real;
use ndarray::Array2;

/// Returns weight 1 for the nearest key of each query if it is at most `epsilon`
/// away, and 0 for all other keys. Of several nearest keys, the first one wins.
///
/// Queries `[queries, dim]` and keys `[keys, dim]`, with entries between -1e6
/// and 1e6, to weights `[queries, keys]`.
pub fn nearest_within(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    epsilon: Real,
) -> Array2<Real> {
    //@ solution
    use attention::attention_cues::{distance_scores, hard_weights};

    let lowest = -epsilon * epsilon;
    let scores = distance_scores(queries, keys).mapv(|score| {
        let near = score >= lowest;
        if near { score } else { Real::NEG_INFINITY }
    });
    hard_weights(&scores)
    //@ stub todo!("the nearest of {keys} to each of {queries}, at most {epsilon} away")
    //@ end
}
exercise_solutions::tests!(the_nearest_entry);
