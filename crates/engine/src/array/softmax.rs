use ndarray::{Array, Dimension};

use crate::Real;

/// Returns the softmax of each row along the last axis: weights that are nonnegative and sum to 1.
///
/// A row of scores s becomes
///
/// ```math
/// w_i = \frac{\exp(s_i)}{\sum_j \exp(s_j)}
/// ```
///
/// Subtracting the maximum of the row first leaves the result unchanged and keeps `exp` from
/// overflowing, even for scores of 10,000.
///
/// | row | weights |
/// |---|---|
/// | an entry is minus infinity | exactly 0 for this entry |
/// | all entries are minus infinity | 0 everywhere: all keys are masked |
/// | a single finite entry | 1 |
/// | empty | empty |
/// | an entry is plus infinity or NaN | NaN everywhere |
///
/// # Source
///
/// Bridle (1990), *Probabilistic interpretation of feedforward classification network outputs*, one
/// of the two papers that introduced the name.
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
#[doc(alias = "softmax_last_dim")]
// ANCHOR: softmax
#[track_caller]
pub fn softmax<D>(scores: &Array<Real, D>) -> Array<Real, D>
where
    D: Dimension,
{
    assert!(scores.ndim() > 0, "softmax: []: needs at least one axis");
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
