//! The weights of several heads, stacked along the batch.

use attention::{Real, array::masked_softmax, mask::Mask};
use ndarray::{Array3, ArrayRef3};

/// Turns scores into weights, where each example has its own number of valid keys.
///
/// Row `example * heads + head` of the scores belongs to this head of this example,
/// and all heads of an example may look at its first `lens[example]` keys.
///
/// # Shapes
///
/// `scores`: `[batch * heads, queries, keys]`, `lens`: `[batch]`. The result has the
/// shape of the scores.
pub fn flat_weights(
    scores: &ArrayRef3<Real>,
    lens: &[usize],
    heads: usize,
) -> Array3<Real> {
    //@ solution
    let flat: Vec<usize> = lens.iter().flat_map(|&len| vec![len; heads]).collect();
    //@ stub let flat: Vec<usize> = lens.repeat(heads);
    //@ end
    masked_softmax(scores, &Mask::valid_lens(flat))
}
exercise_solutions::tests!(tiled_lengths);
