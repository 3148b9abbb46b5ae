//! Weights for examples of different lengths.

use attention::{Real, array::softmax};
use ndarray::{Array3, Axis};

/// Returns the softmax of each row over the first keys of its example. Padding has
/// weight 0, whatever its score is.
///
/// # Shapes
///
/// `scores`: `[batch, queries, keys]`, `lens`: one valid length for each example, from
/// 0 to `keys`. The result: `[batch, queries, keys]`.
pub fn valid_weights(scores: &Array3<Real>, lens: &[usize]) -> Array3<Real> {
    //@ solution
    let mut filled = scores.clone();
    //@ stub let mut filled = softmax(scores);
    //@ end
    for (mut example, &len) in filled.outer_iter_mut().zip(lens) {
        for mut padding in example.axis_iter_mut(Axis(1)).skip(len) {
            //@ solution
            padding.fill(Real::NEG_INFINITY);
            //@ stub padding.fill(0.0);
            //@ end
        }
    }
    //@ solution
    softmax(&filled)
    //@ stub filled
    //@ end
}
exercise_solutions::tests!(more_padding_less_output);
