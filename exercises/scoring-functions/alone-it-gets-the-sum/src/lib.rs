//! Dot-product attention for a batch.

use attention::Real;
use attention::array::{batched_matmul, softmax};
use ndarray::Array3;

/// Computes scaled dot-product attention without a mask, for each example of a batch.
///
/// # Shapes
///
/// `queries`: `[batch, queries, dim]`, `keys`: `[batch, keys, dim]`, `values`:
/// `[batch, keys, value_dim]`. The result: `[batch, queries, value_dim]`.
pub fn answers(
    queries: &Array3<Real>,
    keys: &Array3<Real>,
    values: &Array3<Real>,
) -> Array3<Real> {
    let (_, _, dim) = queries.dim();
    let scaled = queries / (dim as Real).sqrt();
    let scores = batched_matmul(keys, &scaled.permuted_axes([0, 2, 1]));
    //@ solution
    let weights = softmax(&scores.permuted_axes([0, 2, 1]));
    //@ stub let weights = softmax(&scores).permuted_axes([0, 2, 1]);
    //@ end
    batched_matmul(&weights, values)
}
exercise_solutions::tests!(alone_it_gets_the_sum);
