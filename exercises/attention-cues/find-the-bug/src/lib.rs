//! A lookup with a mistake.

use attention::Real;
use attention::array::softmax;
use attention::attention_cues::{distance_scores, pool};
use ndarray::Array2;

/// Looks up every query at temperature 1.
///
/// Queries `[queries, dim]`, keys `[keys, dim]`, and values `[keys, value_dim]` to an
/// output `[queries, value_dim]`.
pub fn attend(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    values: &Array2<Real>,
) -> Array2<Real> {
    //@ solution
    let weights = softmax(&distance_scores(queries, keys));
    //@ stub let weights = softmax(&distance_scores(keys, queries)).t().to_owned();
    //@ end
    pool(&weights, values)
}
exercise_solutions::tests!(find_the_bug);
