//! Scores into weights, where a mask says which keys count.

use ndarray::{Array, ArrayRef, Dimension};

use super::{exp_in_place, subtract_max, sum};
use crate::{
    Real,
    mask::{KeysOfQuery, Mask},
};

/// How many scores are packed before `exp` runs over them: enough to make short rows cheap, few enough to
/// stay in the fastest cache.
const PACKED: usize = 2048;

/// Turns scores into weights that are 0 for every key that a query may not look at, and otherwise the
/// [`softmax`](super::softmax) over the keys that it may look at.
///
/// | row | weights |
/// |---|---|
/// | a key may not be looked at | exactly 0 for this key, whatever its score is: infinite and NaN, too |
/// | no key may be looked at | 0 everywhere |
/// | one key may be looked at, and its score is finite | 1 for this key |
/// | a score that counts is minus infinity | exactly 0 for this key |
/// | all scores that count are minus infinity | 0 everywhere |
/// | a score that counts is plus infinity or NaN | NaN for all keys that may be looked at |
/// | there are no keys, no queries or no examples | nothing |
///
/// The weights of a row depend only on the scores that count, to the last bit: an example alone and the
/// same example in a batch, with keys added to fill it up, have the same weights.
///
/// # Shapes
///
/// `[queries, keys]`, which is example 0 alone, `[batch, queries, keys]`, or `[batch, heads, queries, keys]`,
/// where all heads share the mask of their example. The result has the shape of the scores.
///
/// # Panics
///
/// If the mask does not fit, or if the scores have another number of axes. The message names the shape of
/// the scores and what does not fit:
///
/// ```should_panic
/// # use attention::{array::masked_softmax, mask::Mask};
/// # use ndarray::Array3;
/// // masked_softmax: [2, 3, 4]: the mask has 5 valid lengths for 2 examples
/// masked_softmax(&Array3::zeros((2, 3, 4)), &Mask::valid_lens([1; 5]));
/// ```
///
/// # Example
///
/// Two examples with 2 and 1 valid keys in a batch with room for 3:
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

/// Computes all weights, which must be 0 before, one block of rows after the other.
fn fill(shape: [usize; 3], scores: &[Real], weights: &mut [Real], mask: &Mask) {
    let [heads, queries, keys] = shape;
    let rows = (PACKED / keys).max(1);
    let mut packed = Vec::with_capacity(rows * keys);
    let blocks = scores
        .chunks(rows * keys)
        .zip(weights.chunks_mut(rows * keys));
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

/// Computes the weights of a few rows. `exp` runs once over the scores that count.
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
        let (powers, behind) = rest.split_at(allowed.count());
        rest = behind;
        // The sum is 0 if no key counts, or if all of them have the score minus infinity.
        let sum = sum(powers);
        let scale = if sum == 0.0 { 0.0 } else { 1.0 / sum };
        allowed.unpack(powers, scale, weights);
    }
}

#[cfg(test)]
mod tests;
