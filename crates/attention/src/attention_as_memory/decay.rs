//! Forgetting as a mask of numbers.

use ndarray::{Array2, ArrayRef1};

use crate::Real;

/// Returns the part of each token that is left when a later token
/// reads.
///
/// Row i and column j hold the product of the factors after j, up to
/// and including i: the factors by which the state was multiplied since
/// token j was written. Above the diagonal, entries are 0.
///
/// # Shapes
///
/// `factors`: `[steps]`, to `[steps, steps]`.
///
/// # Source
///
/// Dao and Gu (2024), *Transformers are SSMs*; the matrix L.
///
/// # Example
///
/// ```
/// use attention::attention_as_memory::decay_mask;
/// use ndarray::array;
///
/// let mask = decay_mask(&array![0.5, 0.5, 0.5]);
/// assert_eq!(mask, array![[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.25, 0.5, 1.0]]);
/// ```
// ANCHOR: decay_mask
pub fn decay_mask(factors: &ArrayRef1<Real>) -> Array2<Real> {
    let steps = factors.len();
    let mut mask = Array2::eye(steps);
    for query in 1..steps {
        for key in 0..query {
            mask[[query, key]] =
                factors[query] * mask[[query - 1, key]];
        }
    }
    mask
}
// ANCHOR_END: decay_mask
