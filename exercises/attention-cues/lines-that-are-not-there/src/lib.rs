//! A lookup in a handbook with empty lines, with a mistake.

use attention::Real;
use attention::array::softmax;
use attention::attention_cues::{distance_scores, pool};
use ndarray::{Array2, s};

/// Looks up every query at temperature 1. Only the first `lines` keys and values
/// count; there are at least as many.
///
/// Queries `[queries, dim]`, keys `[keys, dim]`, and values `[keys, value_dim]` to an
/// output `[queries, value_dim]`.
pub fn attend(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    values: &Array2<Real>,
    lines: usize,
) -> Array2<Real> {
    let mut scores = distance_scores(queries, keys);
    //@ solution
    scores.slice_mut(s![.., lines..]).fill(Real::NEG_INFINITY);
    //@ stub scores.slice_mut(s![.., lines..]).fill(0.0);
    //@ end
    pool(&softmax(&scores), values)
}
exercise_solutions::tests!(lines_that_are_not_there);
