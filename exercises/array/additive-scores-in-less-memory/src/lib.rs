//! Additive scores, one query at a time.

use attention::Real;
use ndarray::{Array2, ArrayRef1, ArrayRef2};

/// The number of queries in the question about memory.
//@ param queries
pub const QUERIES: usize = 1000;
/// The number of keys in the question about memory.
pub const KEYS: usize = 1000;
/// The hidden size in the question about memory.
pub const HIDDEN: usize = 64;

/// Adds each query to each key, applies tanh, and turns the result into one score by a
/// dot product with `combine`.
///
/// `queries` has the shape `[queries, hidden]`, `keys` has `[keys, hidden]`, `combine`
/// has `[hidden]`, and the result has `[queries, keys]`. No array has more than two
/// axes.
pub fn additive_scores(
    queries: &ArrayRef2<Real>,
    keys: &ArrayRef2<Real>,
    combine: &ArrayRef1<Real>,
) -> Array2<Real> {
    //@ solution
    let mut scores = Array2::zeros((queries.nrows(), keys.nrows()));
    for (query, mut row) in queries.outer_iter().zip(scores.outer_iter_mut()) {
        let sums = &query + &keys.view(); // [keys, hidden]
        row.assign(&sums.tanh().dot(combine)); // [keys, hidden], then [keys]
    }
    scores
    //@ stub todo!("scores of {queries} and {keys} with {combine}")
    //@ end
}

/// Returns the ratio of the largest temporary array of the section to the largest one
/// of [`additive_scores`], for `QUERIES`, `KEYS`, and `HIDDEN`.
pub fn shrink_factor() -> usize {
    //@ solution
    let sums_of_all_queries = QUERIES * KEYS * HIDDEN;
    let sums_of_one_query = KEYS * HIDDEN;
    sums_of_all_queries / sums_of_one_query
    //@ stub todo!("a number made of {QUERIES}, {KEYS} and {HIDDEN}")
    //@ end
}
exercise_solutions::tests!(additive_scores_in_less_memory);
