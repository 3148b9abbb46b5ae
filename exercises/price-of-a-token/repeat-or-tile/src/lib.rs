//! Key heads that several query heads share.

use attention::Real;
use ndarray::{Array3, ArrayRef3};

/// Copies key heads, so that each query head has its own.
///
/// Query head `h` reads key head `h / (heads / key_heads)`, and `key_heads` divides
/// `heads`.
///
/// # Shapes
///
/// `keys`: `[key_heads, keys, dim]`. The result: `[heads, keys, dim]`.
pub fn expand(keys: &ArrayRef3<Real>, heads: usize) -> Array3<Real> {
    let (key_heads, steps, dim) = keys.dim();
    Array3::from_shape_fn((heads, steps, dim), |(head, step, entry)| {
        //@ solution
        let key_head = head / (heads / key_heads);
        //@ stub let key_head = head % key_heads;
        //@ end
        keys[[key_head, step, entry]]
    })
}
exercise_solutions::tests!(repeat_or_tile);
