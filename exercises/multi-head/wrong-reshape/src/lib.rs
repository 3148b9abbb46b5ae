//! Attention with several heads, which are stacked along the batch.

use attention::Real;
use attention::array::{batched_matmul, softmax};
use ndarray::{Array3, ArrayRef3};

/// Attends with heads, without a mask and without projections.
///
/// Head h sees columns `h * dim..(h + 1) * dim` of the queries, the keys, and the
/// values of an example, where `dim` is `hidden / heads`, and fills the same columns of
/// the output. The scores are divided by the root of `dim`.
///
/// # Shapes
///
/// `queries`: `[batch, queries, hidden]`, `keys` and `values`: `[batch, keys, hidden]`.
/// The result: `[batch, queries, hidden]`. `heads` divides `hidden`.
pub fn attend_with_heads(
    queries: &ArrayRef3<Real>,
    keys: &ArrayRef3<Real>,
    values: &ArrayRef3<Real>,
    heads: usize,
) -> Array3<Real> {
    let queries = stack_heads(queries, heads); // [batch * heads, queries, dim]
    let keys = stack_heads(keys, heads); // [batch * heads, keys, dim]
    let values = stack_heads(values, heads); // [batch * heads, keys, dim]
    let scale = (queries.dim().2 as Real).sqrt();
    let scores = batched_matmul(&queries, &keys.permuted_axes([0, 2, 1])) / scale;
    unstack_heads(&batched_matmul(&softmax(&scores), &values), heads)
}

/// Reshapes `[batch, positions, hidden]` to `[batch * heads, positions, dim]`.
fn stack_heads(x: &ArrayRef3<Real>, heads: usize) -> Array3<Real> {
    let (batch, positions, hidden) = x.dim();
    let dim = hidden / heads;
    let split = x.to_shape((batch, positions, heads, dim)).expect("all of x");
    //@ solution
    let by_head = split.permuted_axes([0, 2, 1, 3]);
    //@ stub let by_head = split.permuted_axes([2, 0, 1, 3]);
    //@ end
    let stacked = by_head.to_shape((batch * heads, positions, dim));
    stacked.expect("all of x").into_owned()
}

/// Reshapes `[batch * heads, positions, dim]` to `[batch, positions, hidden]`.
fn unstack_heads(x: &ArrayRef3<Real>, heads: usize) -> Array3<Real> {
    let (rows, positions, dim) = x.dim();
    let batch = rows / heads;
    let split = x.to_shape((batch, heads, positions, dim)).expect("all of x");
    let by_position = split.permuted_axes([0, 2, 1, 3]);
    let merged = by_position.to_shape((batch, positions, heads * dim));
    merged.expect("all of x").into_owned()
}
exercise_solutions::tests!(wrong_reshape);
