//! From columns to heads and back.

use ndarray::{Array3, Array4};

use crate::Real;

/// Cuts the columns into heads: head h gets the columns h · dim to (h + 1) · dim of each position.
///
/// # Shapes
///
/// `[batch, positions, heads * dim]` to `[batch, heads, positions, dim]`. A position is a query or a key.
///
/// # Panics
///
/// If `heads` is 0 or does not divide the columns: `split_heads: [2, 3, 10]: 4 heads do not divide 10 columns`.
///
/// # Example
///
/// ```
/// use attention::multi_head::split_heads;
/// use ndarray::array;
///
/// // One example with two positions, and two heads with two columns each.
/// let x = array![[[1.0, 2.0, 10.0, 20.0], [3.0, 4.0, 30.0, 40.0]]];
/// let heads = split_heads(&x, 2);
/// assert_eq!(heads, array![[[[1.0, 2.0], [3.0, 4.0]], [[10.0, 20.0], [30.0, 40.0]]]]);
/// ```
// ANCHOR: split_heads
#[track_caller]
pub fn split_heads(x: &Array3<Real>, heads: usize) -> Array4<Real> {
    let (batch, positions, hidden) = x.dim();
    assert!(
        heads > 0 && hidden.is_multiple_of(heads),
        "split_heads: {:?}: {heads} heads do not divide {hidden} columns",
        x.shape()
    );
    let cut = x.to_shape((batch, positions, heads, hidden / heads));
    let cut = cut.expect("the number of entries is the same");
    cut.permuted_axes([0, 2, 1, 3]) // [batch, heads, positions, dim]
        .as_standard_layout()
        .into_owned()
}
// ANCHOR_END: split_heads

/// Puts the heads side by side again: the way back from [`split_heads`].
///
/// # Shapes
///
/// `[batch, heads, positions, dim]` to `[batch, positions, heads * dim]`.
///
/// # Example
///
/// ```
/// use attention::multi_head::{merge_heads, split_heads};
/// use ndarray::array;
///
/// let x = array![[[1.0, 2.0, 10.0, 20.0], [3.0, 4.0, 30.0, 40.0]]];
/// assert_eq!(merge_heads(&split_heads(&x, 2)), x);
/// ```
// ANCHOR: merge_heads
pub fn merge_heads(heads: &Array4<Real>) -> Array3<Real> {
    let (batch, count, positions, dim) = heads.dim();
    let permuted = heads.view().permuted_axes([0, 2, 1, 3]);
    permuted // [batch, positions, heads, dim]
        .to_shape((batch, positions, count * dim))
        .expect("the number of entries is the same")
        .into_owned()
}
// ANCHOR_END: merge_heads
