//! Forgetting as a mask of numbers.

use ndarray::{Array2, Array3, ArrayD, ArrayRef1, Ix2, Ix3};

use crate::Real;
use crate::tape::Var;

/// Returns the part of each token that is left when a later token reads.
///
/// Row i and column j hold the product of the factors after j, up to and including i: the factors
/// by which the state was multiplied since token j was written. Above the diagonal, entries are 0.
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

/// Returns [`decay_mask`] of each example on the tape: `[batch, steps, steps]`.
#[track_caller]
pub fn decays(factors: Var<'_>) -> Var<'_> {
    let [batch, steps] = factors.dims();
    let value = factors.value().into_dimensionality::<Ix2>();
    let value = value.expect("two axes were counted");
    // Products, not exponentials of differences between sums of logarithms: the sums grow with the
    // text, and so would the error.
    let mut masks = Array3::zeros((batch, steps, steps));
    for (mut mask, factors) in masks.outer_iter_mut().zip(value.rows())
    {
        mask.assign(&decay_mask(&factors));
    }
    let masks = masks.into_shared();
    let kept = masks.clone();
    let back = move |d: ArrayD<Real>| {
        let d = d.into_dimensionality::<Ix3>();
        let mut d = d.expect("the gradient of the masks");
        let mut by = Array2::zeros((batch, steps));
        for example in 0..batch {
            // Row i is factor i times row i - 1.
            for i in (1..steps).rev() {
                let factor = value[[example, i]];
                for j in 0..i {
                    let d_entry = d[[example, i, j]];
                    by[[example, i]] +=
                        d_entry * kept[[example, i - 1, j]];
                    d[[example, i - 1, j]] += factor * d_entry;
                }
            }
        }
        by.into_dyn()
    };
    factors.tape().record("decays", [factors], masks, move |d, [by]| {
        by.add(|| back(d));
    })
}
