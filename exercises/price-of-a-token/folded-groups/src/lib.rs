//! Grouped heads that share their keys without a copy.

use attention::Real;
use attention::array::{batched_matmul, masked_softmax};
use attention::mask::Mask;
use ndarray::Array3;

/// Returns the causal mask for folded scores, `[heads / key_heads * steps, keys]`.
///
/// Row `r` belongs to step `r % steps` of head `r / steps` of the group. The queries
/// are at the last `steps` of the `keys` positions, so step `i` sees keys
/// `0..=keys - steps + i`.
pub fn folded_mask(group: usize, steps: usize, keys: usize) -> Mask {
    //@ solution
    use ndarray::Array2;

    let first = keys - steps; // the position of step 0
    let seen = |(row, key)| key <= first + row % steps;
    Mask::allowed(Array2::from_shape_fn((group * steps, keys), seen))
    //@ stub todo!("fold {group} heads with {steps} steps and {keys} keys")
    //@ end
}

/// Returns how many entries of keys and values a layer moves to attend.
///
/// It reads the cache. With `copies`, it also writes a copy for each query head and
/// reads the copies.
///
/// `shape` is `[batch, heads, key_heads, keys, dim]`. Each text of the batch has a
/// cache of its own.
pub fn moved(shape: [usize; 5], copies: bool) -> usize {
    //@ solution
    let [batch, heads, key_heads, keys, dim] = shape;
    let head = 2 * keys * dim; // a key and a value
    let written_and_read = if copies { 2 * heads } else { 0 };
    batch * head * (key_heads + written_and_read)
    //@ stub todo!("{shape:?}, copies: {copies}")
    //@ end
}

/// Computes causal attention in which groups of query heads share a key head.
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
    let (heads, steps, dim) = queries.dim();
    let (key_heads, positions, _) = keys.dim();
    let group = heads / key_heads;
    let folded = queries.to_shape((key_heads, group * steps, dim));
    let folded = folded.expect("as many entries").into_owned();
    let transposed = keys.clone().permuted_axes([0, 2, 1]);
    let scores = batched_matmul(&folded, &transposed) / (dim as Real).sqrt();
    let mask = folded_mask(group, steps, positions);
    let mixed = batched_matmul(&masked_softmax(&scores, &mask), values);
    let unfolded = mixed.to_shape((heads, steps, dim));
    unfolded.expect("as many entries").into_owned()
}
exercise_solutions::tests!(folded_groups);
