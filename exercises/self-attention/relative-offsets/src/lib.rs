//! Positions as learned numbers for offsets, added to the scores.

use attention::Real;
use ndarray::{Array1, Array2, ArrayRef1, ArrayRef2};

/// Returns the index in the table for query `query` and key `key`: their offset, key
/// minus query, clipped to the range from `-reach` to `reach`, plus `reach`.
pub fn entry(query: usize, key: usize, reach: usize) -> usize {
    //@ solution
    let reach = reach as isize;
    let offset = key as isize - query as isize;
    (offset.clamp(-reach, reach) + reach) as usize
    //@ stub todo!("the index of query {query} and key {key} for a reach of {reach}")
    //@ end
}

/// Adds to the score of each query and key their entry of the table, at the index
/// [`entry`].
///
/// `scores` and the result have the shape `[queries, keys]`, and `table` has
/// `[2 * reach + 1]`.
pub fn add_offsets(scores: &ArrayRef2<Real>, table: &ArrayRef1<Real>) -> Array2<Real> {
    //@ solution
    let reach = table.len() / 2;
    Array2::from_shape_fn(scores.dim(), |(query, key)| {
        scores[[query, key]] + table[entry(query, key, reach)]
    })
    //@ stub todo!("add {table} to {scores}")
    //@ end
}

/// Returns the gradient of a loss with respect to the table of [`add_offsets`].
///
/// `upstream`, `[queries, keys]`, is the gradient with respect to the result of
/// [`add_offsets`]. The result has the shape `[2 * reach + 1]`.
pub fn table_gradient(upstream: &ArrayRef2<Real>, reach: usize) -> Array1<Real> {
    //@ solution
    let mut gradient = Array1::zeros(2 * reach + 1);
    for ((query, key), slope) in upstream.indexed_iter() {
        gradient[entry(query, key, reach)] += slope;
    }
    gradient
    //@ stub todo!("the gradient from {upstream} for a reach of {reach}")
    //@ end
}
exercise_solutions::tests!(relative_offsets);
