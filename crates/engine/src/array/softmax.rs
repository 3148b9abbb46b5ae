//! Scores into weights.

use ndarray::{Array, Dimension};

use crate::Real;

/// Turns scores into weights: every row along the last axis becomes nonnegative and sums to 1.
///
/// An entry of a row becomes exp(sᵢ) / Σⱼ exp(sⱼ), where j runs over the row. The maximum of the row is subtracted
/// first, which changes nothing on paper and keeps `exp` from overflowing: scores of 10 000 are fine.
///
/// | row | weights |
/// |---|---|
/// | an entry is minus infinity | exactly 0 for this entry |
/// | all entries are minus infinity | 0 everywhere: nothing may be looked at |
/// | one entry, and it is finite | 1 |
/// | no entries (the last axis is empty) | no entries |
/// | an entry is plus infinity or NaN | NaN everywhere: the mistake stays visible |
///
/// # Shapes
///
/// `[.., keys]` to `[.., keys]`, for any number of axes before the last.
///
/// # Panics
///
/// If `scores` has no axis at all.
///
/// # Source
///
/// Bridle (1990), *Probabilistic interpretation of feedforward classification network outputs*, one
/// of the two papers in which he gave the function its name.
///
/// # Example
///
/// ```
/// use attention::array::softmax;
/// use ndarray::array;
///
/// let weights = softmax(&array![[0.0, 0.0], [1e4, -1e4]]);
/// assert_eq!(weights, array![[0.5, 0.5], [1.0, 0.0]]);
/// ```
// ANCHOR: softmax
#[track_caller]
pub fn softmax<D>(scores: &Array<Real, D>) -> Array<Real, D>
where
    D: Dimension,
{
    assert!(scores.ndim() > 0, "softmax: []: there is no last axis");
    let mut weights = scores.to_owned();
    for mut row in weights.rows_mut() {
        if row.iter().all(|&score| score == Real::NEG_INFINITY) {
            row.fill(0.0);
            continue;
        }
        let max = row.fold(Real::NEG_INFINITY, |max, &x| max.max(x));
        row.mapv_inplace(|score| (score - max).exp());
        let sum = row.sum();
        row /= sum;
    }
    weights
}
// ANCHOR_END: softmax

#[cfg(test)]
mod tests;
