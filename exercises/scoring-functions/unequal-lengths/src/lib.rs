//! Scores for queries and keys of unequal sizes.

use attention::Real;
use ndarray::Array2;

/// Returns scaled dot products of queries and keys, each mapped to the size `shared`.
///
/// # Shapes
///
/// `queries`: `[queries, query_dim]`, `keys`: `[keys, key_dim]`, `query_map`:
/// `[query_dim, shared]`, `key_map`: `[key_dim, shared]`. The result:
/// `[queries, keys]`.
pub fn shared_scores(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    query_map: &Array2<Real>,
    key_map: &Array2<Real>,
) -> Array2<Real> {
    //@ solution
    let (queries, keys) = (queries.dot(query_map), keys.dot(key_map)); // [.., shared]
    queries.dot(&keys.t()) / (query_map.ncols() as Real).sqrt()
    //@ stub todo!("map {queries} with {query_map} and {keys} with {key_map}")
    //@ end
}

/// Returns the matrix whose bilinear scores are the scores of [`shared_scores`].
///
/// # Shapes
///
/// `query_map`: `[query_dim, shared]`, `key_map`: `[key_dim, shared]`. The result:
/// `[query_dim, key_dim]`.
pub fn one_matrix(query_map: &Array2<Real>, key_map: &Array2<Real>) -> Array2<Real> {
    //@ solution
    query_map.dot(&key_map.t()) / (query_map.ncols() as Real).sqrt()
    //@ stub todo!("one matrix of {query_map} and {key_map}")
    //@ end
}

/// Returns the matrix whose bilinear score is the dot product of the two vectors, with
/// zeros appended to the shorter one. The result: `[query_dim, key_dim]`.
pub fn fill_with_zeros(query_dim: usize, key_dim: usize) -> Array2<Real> {
    //@ solution
    let one_if_equal = |(row, column)| if row == column { 1.0 } else { 0.0 };
    Array2::from_shape_fn((query_dim, key_dim), one_if_equal)
    //@ stub todo!("a matrix of {query_dim} rows and {key_dim} columns")
    //@ end
}
exercise_solutions::tests!(unequal_lengths);
