//! The concatenated outputs of several heads of attention.

use attention::Real;
use ndarray::{Array2, ArrayRef3};

/// Concatenates the outputs of all heads at each position.
///
/// `split` has the shape `[heads, positions, dim]`, and the result has the shape
/// `[positions, heads * dim]`. Entry `e` of head `h` at position `p` is in row `p`
/// and column `h * dim + e`.
pub fn merge_heads(split: &ArrayRef3<Real>) -> Array2<Real> {
    let (heads, positions, dim) = split.dim();
    //@ solution
    let by_position = split.view().permuted_axes([1, 0, 2]);
    //@ stub let by_position = split.view();
    //@ end
    let merged = by_position.to_shape((positions, heads * dim));
    merged.expect("as many numbers as before").into_owned()
}
exercise_solutions::tests!(two_heads);
