use ndarray::{Array, ArrayRef, Dimension};

use super::{exp_in_place, subtract_max, sum};
use crate::{
    Real,
    mask::{KeysOfQuery, Mask},
};

/// The number of scores that are packed before each call of `exp`: enough to make short rows cheap,
/// and few enough for the fastest cache.
const PACKED: usize = 2048;

/// Returns the [`softmax`](super::softmax) of each row over the keys that its query may attend to,
/// and weights of 0 for masked keys.
///
/// | row | weights |
/// |---|---|
/// | a key is masked | exactly 0 for this key, even if its score is infinite or NaN |
/// | all keys are masked | 0 everywhere |
/// | a single unmasked key with a finite score | 1 for this key |
/// | an unmasked score is minus infinity | exactly 0 for this key |
/// | all unmasked scores are minus infinity | 0 everywhere |
/// | an unmasked score is plus infinity or NaN | NaN for all unmasked keys |
/// | empty | empty |
///
/// The weights of a row depend on its unmasked scores only, to the last bit: padding an example to
/// fit into a batch does not change its weights.
///
/// # Shapes
///
/// `[queries, keys]`, which counts as example 0, `[batch, queries, keys]`, or
/// `[batch, heads, queries, keys]`, where all heads share the mask of their example. The result has
/// the shape of the scores.
///
/// # Example
///
/// Two examples of valid lengths 2 and 1, padded to three keys:
///
/// ```
/// use attention::{array::masked_softmax, mask::Mask};
/// use ndarray::array;
///
/// let scores = array![[[0.0, 0.0, 7.0]], [[1e4, 0.0, 0.0]]];
/// let weights = masked_softmax(&scores, &Mask::valid_lens([2, 1]));
/// assert_eq!(weights, array![[[0.5, 0.5, 0.0]], [[1.0, 0.0, 0.0]]]);
/// ```
#[track_caller]
pub fn masked_softmax<D: Dimension>(
    scores: &ArrayRef<Real, D>,
    mask: &Mask,
) -> Array<Real, D> {
    mask.check("masked_softmax", scores.shape());
    let axes = scores.ndim();
    let [queries, keys] = [axes - 2, axes - 1].map(|axis| scores.shape()[axis]);
    let heads = if axes == 4 { scores.shape()[1] } else { 1 };
    let mut weights = Array::zeros(scores.raw_dim());
    if !weights.is_empty() {
        let scores = scores.as_standard_layout();
        let scores = scores.as_slice().expect("in standard layout");
        let weights = weights.as_slice_mut().expect("a new array is contiguous");
        fill([heads, queries, keys], scores, weights, mask);
    }
    weights
}

/// Computes all weights, which must be 0 initially, in blocks of rows.
fn fill(shape: [usize; 3], scores: &[Real], weights: &mut [Real], mask: &Mask) {
    let [heads, queries, keys] = shape;
    let rows = (PACKED / keys).max(1);
    let mut packed = Vec::with_capacity(rows * keys);
    let blocks = scores.chunks(rows * keys).zip(weights.chunks_mut(rows * keys));
    for (block, (scores, weights)) in blocks.enumerate() {
        let first = block * rows;
        let mut allowed: Vec<KeysOfQuery> = Vec::with_capacity(rows);
        for row in first..first + scores.len() / keys {
            let (example, row) = (row / (heads * queries), row % (heads * queries));
            allowed.push(match allowed.len().checked_sub(queries) {
                // All heads of an example share its mask.
                Some(before) if row >= queries => allowed[before].clone(),
                _ => mask.keys(example, row % queries, keys),
            });
        }
        fill_block(&allowed, scores, weights, &mut packed);
    }
}

/// Computes the weights of a few rows with a single call of `exp` over their unmasked scores.
fn fill_block(
    rows: &[KeysOfQuery],
    scores: &[Real],
    weights: &mut [Real],
    packed: &mut Vec<Real>,
) {
    let keys = scores.len() / rows.len();
    packed.clear();
    for (allowed, scores) in rows.iter().zip(scores.chunks_exact(keys)) {
        let start = packed.len();
        allowed.pack(scores, packed);
        subtract_max(&mut packed[start..]);
    }
    exp_in_place(packed);
    let mut rest = &packed[..];
    for (allowed, weights) in rows.iter().zip(weights.chunks_exact_mut(keys)) {
        let (exponentials, behind) = rest.split_at(allowed.count());
        rest = behind;
        // The sum is 0 if all keys are masked or all unmasked scores are minus infinity.
        let sum = sum(exponentials);
        let scale = if sum == 0.0 { 0.0 } else { 1.0 / sum };
        allowed.unpack(exponentials, scale, weights);
    }
}

#[cfg(test)]
mod tests;
