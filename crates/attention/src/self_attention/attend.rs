//! Self-attention without parameters.

use ndarray::Array2;

use crate::Real;
use crate::array::masked_softmax;
use crate::mask::Mask;
use crate::scoring_functions::scaled_dot_scores;

/// The result of [`self_attend`].
#[derive(Clone, Debug, PartialEq)]
pub struct SelfAttended {
    /// The weighted mean of all tokens for each token: `[steps, dim]`.
    pub output: Array2<Real>,
    /// The weights of all tokens for each token: `[steps, steps]`.
    pub weights: Array2<Real>,
}

/// Computes scaled dot-product attention with the tokens as queries, keys, and values.
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Equation 1, with Q = K = V.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::self_attention::self_attend;
/// use ndarray::array;
///
/// let tokens = array![[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
/// let attended = self_attend(&tokens, &Mask::causal());
/// assert_eq!(attended.output.row(0), tokens.row(0)); // the first token sees itself only
/// ```
#[track_caller]
pub fn self_attend(tokens: &Array2<Real>, mask: &Mask) -> SelfAttended {
    let scores = scaled_dot_scores(tokens, tokens); // [steps, steps]
    let weights = masked_softmax(&scores, mask); // [steps, steps]
    let output = weights.dot(tokens); // [steps, dim]
    SelfAttended { output, weights }
}
