//! The derivatives of the softmax and of attention, on plain arrays.

use ndarray::{Array, Array2, Dimension};

use crate::Real;
use crate::array::softmax;

/// Returns the gradient with respect to the scores, from the weights and the gradient with respect
/// to the weights.
///
/// # Shapes
///
/// `[.., keys]` for both arguments and the result.
///
/// # Example
///
/// The weights do not change if all scores grow equally, so each row of the result sums to 0:
///
/// ```
/// use attention::automatic_differentiation::softmax_backward;
/// use ndarray::array;
///
/// let d_scores = softmax_backward(&array![[0.5, 0.25, 0.25]], &array![[0.0, 4.0, 8.0]]);
/// assert_eq!(d_scores, array![[-1.5, 0.25, 1.25]]);
/// ```
// ANCHOR: softmax_backward
#[track_caller]
pub fn softmax_backward<D: Dimension>(
    weights: &Array<Real, D>,
    d_weights: &Array<Real, D>,
) -> Array<Real, D> {
    let (a, d) = (weights.shape(), d_weights.shape());
    assert!(a == d, "softmax_backward: {a:?} and {d:?}: shapes differ");
    let mut d_scores = d_weights.clone();
    for (mut d, a) in
        d_scores.rows_mut().into_iter().zip(weights.rows())
    {
        let mean = a.dot(&d); // under the weights of this row
        d.zip_mut_with(&a, |d, a| *d = a * (*d - mean));
    }
    d_scores
}
// ANCHOR_END: softmax_backward

/// The gradients of a loss with respect to the three inputs of attention.
#[derive(Clone, Debug, PartialEq)]
pub struct AttentionGradients {
    /// `[queries, dim]`.
    pub queries: Array2<Real>,
    /// `[keys, dim]`.
    pub keys: Array2<Real>,
    /// `[keys, value_dim]`.
    pub values: Array2<Real>,
}

/// Returns the gradients with respect to the inputs of attention, from the gradient with respect to
/// its output, softmax(Q Kᵀ / √dim) V.
///
/// # Shapes
///
/// Queries `[queries, dim]`, keys `[keys, dim]`, values `[keys, value_dim]`, and the gradient with
/// respect to the output, `[queries, value_dim]`. The gradients have the shapes of the inputs.
///
/// # Source
///
/// Dao et al. (2022), *FlashAttention*, Appendix B.2.
// ANCHOR: attention_backward
#[track_caller]
pub fn attention_backward(
    [queries, keys, values]: [&Array2<Real>; 3],
    d_output: &Array2<Real>,
) -> AttentionGradients {
    let scale = 1.0 / (queries.ncols() as Real).sqrt();
    // A [queries, keys]
    let weights = softmax(&(queries.dot(&keys.t()) * scale));

    // dA [queries, keys]
    let d_weights = d_output.dot(&values.t());
    // dS [queries, keys]
    let d_scores = softmax_backward(&weights, &d_weights);
    AttentionGradients {
        queries: d_scores.dot(keys) * scale,
        keys: d_scores.t().dot(queries) * scale,
        values: weights.t().dot(d_output),
    }
}
// ANCHOR_END: attention_backward
