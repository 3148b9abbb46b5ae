//! A learned bias for buckets of offsets to both sides.

use attention::Real;
use ndarray::{Array2, ArrayRef3};

/// Returns the bucket of query `query` and key `key`, at these positions.
///
/// There are `buckets` buckets, a multiple of 4, for distances up to `farthest`, which
/// is larger than a quarter of `buckets`.
pub fn bucket(query: usize, key: usize, buckets: usize, farthest: usize) -> usize {
    //@ solution
    let (side, exact) = (buckets / 2, buckets / 4);
    let ahead = if key > query { side } else { 0 };
    let distance = key.abs_diff(query);
    if distance < exact {
        return ahead + distance;
    }
    let ratio = |to: usize| (to as Real / exact as Real).ln();
    let beyond = exact as Real * ratio(distance) / ratio(farthest);
    ahead + (exact + beyond as usize).min(side - 1)
    //@ stub todo!("the bucket of {query} and {key} in {buckets} up to {farthest}")
    //@ end
}

/// Returns the gradient of a loss with respect to a table of biases,
/// `[heads, buckets]`.
///
/// `upstream`, `[heads, queries, keys]`, is the gradient with respect to the scores to
/// which the biases were added. Queries and keys start at position 0.
pub fn table_gradient(
    upstream: &ArrayRef3<Real>,
    buckets: usize,
    farthest: usize,
) -> Array2<Real> {
    //@ solution
    let heads = upstream.dim().0;
    let mut gradient = Array2::zeros((heads, buckets));
    for ((head, query, key), slope) in upstream.indexed_iter() {
        gradient[[head, bucket(query, key, buckets, farthest)]] += slope;
    }
    gradient
    //@ stub todo!("collect {upstream} in {buckets} buckets up to {farthest}")
    //@ end
}
exercise_solutions::tests!(buckets_for_offsets);
