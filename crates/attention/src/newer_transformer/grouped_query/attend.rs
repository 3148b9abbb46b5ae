//! Attention of heads that share keys and values.

use crate::Real;
use crate::mask::Mask;
use crate::tape::{Attended, Var};

/// The transformation of the scores of attention before the softmax.
///
/// By default, the scores stay unchanged.
#[derive(Clone, Copy, Debug)]
pub struct Scoring<'t> {
    /// The factor of the scores; 1 by default.
    pub factor: Real,
    /// The cap of scores: each score s becomes cap · tanh(s / cap).
    pub cap: Option<Real>,
    /// The addition to the scores; its shape equals the shape of their last axes.
    pub bias: Option<Var<'t>>,
}

impl<'t> Scoring<'t> {
    /// Returns the weights for these scores, `[.., queries, keys]`.
    #[track_caller]
    pub fn weights(&self, scores: Var<'t>, mask: &Mask) -> Var<'t> {
        let mut scores = scores;
        if self.factor != 1.0 {
            scores = scores * self.factor;
        }
        if let Some(cap) = self.cap {
            scores = (scores * cap.recip()).tanh() * cap;
        }
        if let Some(bias) = self.bias {
            scores = scores + bias;
        }
        scores.softmax(mask)
    }
}

impl Default for Scoring<'_> {
    fn default() -> Self {
        Self { factor: 1.0, cap: None, bias: None }
    }
}

/// Returns scaled dot-product attention where several heads of queries share a head of keys and
/// values.
///
/// Query head h reads key head h / group, rounded down, where group is the number of query heads
/// for each key head. The queries of a group are laid one after another, so that no key is copied.
///
/// # Panics
///
/// If the shapes or the mask do not fit, or if `key_heads` does not divide `heads`.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::newer_transformer::{Scoring, attend_in_groups};
/// use attention::tape::{Mode, Tape};
/// use ndarray::{Array4, array};
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let queries = tape.constant(Array4::zeros((1, 4, 1, 2)));
/// let keys = tape.constant(Array4::zeros((1, 2, 1, 2)));
/// let values = tape.constant(array![[[[10.0]], [[20.0]]]]); // of two key heads
/// let attended = attend_in_groups(queries, keys, values, &Mask::all(), &Scoring::default());
/// let output = array![[[[10.0]], [[10.0]], [[20.0]], [[20.0]]]];
/// assert_eq!(attended.output.value(), output.into_dyn());
/// ```
// ANCHOR: attend_in_groups
#[track_caller]
pub fn attend_in_groups<'t>(
    queries: Var<'t>, // [batch, heads, queries, dim]
    keys: Var<'t>,    // [batch, key_heads, keys, dim]
    values: Var<'t>,  // [batch, key_heads, keys, value_dim]
    mask: &Mask,
    scoring: &Scoring<'t>,
) -> Attended<'t> {
    let [batch, heads, count, dim] = queries.dims();
    let [_batch, key_heads, key_count, _dim] = keys.dims();
    let [.., value_dim] = values.dims::<4>();
    let [q, k, v] = [queries, keys, values].map(Var::shape);
    assert!(
        k == [batch, key_heads, key_count, dim]
            && v == [batch, key_heads, key_count, value_dim],
        "attend_in_groups: {q:?} x {k:?} x {v:?}"
    );
    assert!(
        key_heads > 0 && heads.is_multiple_of(key_heads),
        "attend_in_groups: {q:?} x {k:?}: \
         {heads} heads are not divisible by {key_heads} key heads"
    );
    let rows = heads / key_heads * count;
    let scaled = queries * (dim as Real).sqrt().recip();
    let scores = scaled
        .reshape(&[batch, key_heads, rows, dim])
        .matmul(keys.transpose()) // [batch, key_heads, rows, keys]
        .reshape(&[batch, heads, count, key_count]);
    let weights = scoring.weights(scores, mask);
    let output = weights
        .reshape(&[batch, key_heads, rows, key_count])
        .matmul(values); // [batch, key_heads, rows, value_dim]
    let output = output.reshape(&[batch, heads, count, value_dim]);
    Attended { output, weights }
}
// ANCHOR_END: attend_in_groups

#[cfg(test)]
mod tests {
    use ndarray::Array4;

    use super::*;
    use crate::tape::{Mode, Tape};

    fn attend(shapes: [[usize; 4]; 3]) {
        let tape = Tape::new(Mode::Eval, 0);
        let [queries, keys, values] =
            shapes.map(|shape| tape.constant(Array4::zeros(shape)));
        let scoring = Scoring::default();
        attend_in_groups(queries, keys, values, &Mask::all(), &scoring);
    }

    #[test]
    #[should_panic(
        expected = "attend_in_groups: [2, 4, 1, 3] x [1, 2, 5, 3] x [1, 2, 5, 3]"
    )]
    fn keys_of_another_batch_are_refused() {
        attend([[2, 4, 1, 3], [1, 2, 5, 3], [1, 2, 5, 3]]);
    }

    #[test]
    #[should_panic(
        expected = "attend_in_groups: [1, 4, 1, 3] x [1, 2, 5, 3] x [1, 4, 5, 3]"
    )]
    fn values_of_other_heads_are_refused() {
        attend([[1, 4, 1, 3], [1, 2, 5, 3], [1, 4, 5, 3]]);
    }

    #[test]
    #[should_panic(
        expected = "4 heads are not divisible by 3 key heads"
    )]
    fn key_heads_that_do_not_divide_are_refused() {
        attend([[1, 4, 1, 3], [1, 3, 5, 3], [1, 3, 5, 3]]);
    }
}
