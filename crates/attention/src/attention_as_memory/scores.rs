//! Where a head looks, in one number.

use ndarray::{ArrayRef1, ArrayRef2};

use crate::Real;

/// Returns the mean weight of the token before, over all tokens but the first.
///
/// # Panics
///
/// If there are fewer than two tokens.
///
/// # Example
///
/// ```
/// use attention::attention_as_memory::previous_score;
/// use ndarray::array;
///
/// let weights = array![[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 1.0, 0.0]];
/// assert_eq!(previous_score(&weights), 0.75);
/// ```
// ANCHOR: previous_score
#[track_caller]
pub fn previous_score(weights: &ArrayRef2<Real>) -> Real {
    let steps = weights.nrows();
    assert!(steps > 1, "previous_score: {steps} tokens");
    let each = (1..steps).map(|i| weights[[i, i - 1]]);
    each.sum::<Real>() / (steps - 1) as Real
}
// ANCHOR_END: previous_score

/// Returns the mean weight of the token after the last earlier equal token, over all tokens that
/// have one.
///
/// # Panics
///
/// If no token occurs twice.
///
/// # Example
///
/// ```
/// use attention::attention_as_memory::induction_score;
/// use ndarray::array;
///
/// let weights = array![[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.1, 0.9, 0.0]];
/// assert_eq!(induction_score(&weights, &array![7, 3, 7]), 0.9);
/// ```
// ANCHOR: induction_score
#[track_caller]
pub fn induction_score(
    weights: &ArrayRef2<Real>,
    tokens: &ArrayRef1<usize>,
) -> Real {
    let after = |i: usize| {
        let last = (0..i).rfind(|&j| tokens[j] == tokens[i])?;
        Some(weights[[i, last + 1]])
    };
    let each: Vec<Real> = (0..tokens.len()).filter_map(after).collect();
    assert!(!each.is_empty(), "induction_score: no token occurs twice");
    each.iter().sum::<Real>() / each.len() as Real
}
// ANCHOR_END: induction_score
