//! Grouped heads that share their keys without a copy.

use attention::Real;
use ndarray::Array3;

/// Causal attention in which groups of query heads share a key head.
///
/// Query head `h` reads key head `h / (heads / key_heads)`, where `key_heads` divides
/// `heads`. The queries are those of the last `steps` of the `keys` positions, so query
/// `i` sees keys `0..=keys - steps + i`.
///
/// # Shapes
///
/// `queries`: `[heads, steps, dim]`, `keys` and `values`: `[key_heads, keys, dim]`. The
/// result: `[heads, steps, dim]`.
pub fn grouped_attention(
    queries: &Array3<Real>,
    keys: &Array3<Real>,
    values: &Array3<Real>,
) -> Array3<Real> {
    //@ solution
    use attention::array::{batched_matmul, masked_softmax};
    use attention::mask::Mask;
    use ndarray::Array2;

    let (heads, steps, dim) = queries.dim();
    let (key_heads, positions, _) = keys.dim();
    let rows = heads / key_heads * steps;
    let folded = queries.to_shape((key_heads, rows, dim));
    let folded = folded.expect("as many entries").into_owned();
    let transposed = keys.clone().permuted_axes([0, 2, 1]);
    let scores = batched_matmul(&folded, &transposed) / (dim as Real).sqrt();
    let first = positions - steps; // the position of step 0
    let seen = |(row, key)| key <= first + row % steps;
    let mask = Mask::allowed(Array2::from_shape_fn((rows, positions), seen));
    let mixed = batched_matmul(&masked_softmax(&scores, &mask), values);
    let unfolded = mixed.to_shape((heads, steps, dim));
    unfolded.expect("as many entries").into_owned()
    //@ stub todo!("attend with {queries} to {keys} and {values}")
    //@ end
}
//@ instructor

extern crate self as folded_groups;
#[path = "../tests/hidden.rs"]
mod hidden;
#[path = "../tests/public.rs"]
mod public;
//@ end
