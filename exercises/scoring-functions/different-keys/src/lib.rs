//! The difference between two kinds of attention.

use attention::{Real, scoring_functions::AdditiveWeights};
use ndarray::Array2;

/// Returns the largest absolute difference between an entry of the output of scaled
/// dot-product attention and the same entry of the output of additive attention.
///
/// In both, all keys after the first `len` are masked; `len` is at
/// least 1.
///
/// # Shapes
///
/// `queries`: `[queries, dim]`, `keys`: `[keys, dim]`, `values`: `[keys, value_dim]`.
/// `weights` belongs to queries and keys of this size.
pub fn disagreement(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    values: &Array2<Real>,
    len: usize,
    weights: &AdditiveWeights,
) -> Real {
    //@ solution
    use attention::{
        array::masked_softmax,
        attention_cues::pool,
        mask::Mask,
        scoring_functions::{additive_scores, scaled_dot_scores},
    };

    let mask = Mask::valid_lens([len]);
    let output = |scores: Array2<Real>| pool(&masked_softmax(&scores, &mask), values);
    let difference = output(scaled_dot_scores(queries, keys))
        - output(additive_scores(queries, keys, weights));
    difference.fold(0.0, |largest: Real, entry| largest.max(entry.abs()))
    //@ stub todo!("{queries}, {keys}, {values}, {len}, {weights:?}")
    //@ end
}
exercise_solutions::tests!(different_keys);
