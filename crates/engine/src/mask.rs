//! Masks: which keys a query may attend to, as in [Section 3.7](#sec:masked-softmax).
//!
//! In every function of this crate, `true` means *may attend to*. A mask cannot be inverted.
//!
//! Other libraries mix both meanings. In PyTorch, `True` in a boolean `attn_mask` of
//! `scaled_dot_product_attention` means *may attend to*, but in a `key_padding_mask` it means
//! *masked*.

mod reading;
mod row;
mod rule;

use std::sync::Arc;

use ndarray::{Array2, Array3};

pub(crate) use row::KeysOfQuery;
use rule::Rule;

/// The keys that each query of each example may attend to.
///
/// [`and`](Mask::and) and [`or`](Mask::or) combine masks. A mask stores no sizes except in its
/// lengths or tables, so `Mask::causal()` fits all scores. If all keys of a query are masked, its
/// weights are 0, and so is its output.
///
/// Clones share their data. Two masks are equal if they were built from the same parts in the same
/// order; to compare which keys they allow, use [`to_array`](Mask::to_array).
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use ndarray::array;
///
/// let mask = Mask::causal().and(Mask::valid_lens([2]));
/// assert_eq!(
///     mask.to_array([1, 3, 3]),
///     array![[[true, false, false], [true, true, false], [true, true, false]]]
/// );
/// ```
// ANCHOR: mask
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// A pair is allowed if all rules allow it.
    rules: Arc<[Rule]>,
}
// ANCHOR_END: mask

impl Mask {
    /// Allows every query to attend to every key.
    pub fn all() -> Self {
        Self { rules: Arc::new([]) }
    }

    /// Allows a query to attend to the keys up to its own position: query i to keys 0 to i.
    ///
    /// Query 0 is at the position of key 0, even if there are more keys than queries. If the
    /// queries are the end of a longer sequence, set their position with
    /// [`starting_at`](Mask::starting_at).
    #[doc(alias("generate_square_subsequent_mask", "is_causal"))]
    pub fn causal() -> Self {
        Self::window(usize::MAX, 0)
    }

    /// Allows a query to attend to the keys around its own position: query i to keys i - `before`
    /// to i + `after`.
    pub fn window(before: usize, after: usize) -> Self {
        Self::of(Rule::Window { position: 0, before, after })
    }

    /// Allows all queries of an example to attend to its first keys, with one length for each
    /// example.
    ///
    /// Scores with two axes count as one example.
    pub fn valid_lens(lens: impl Into<Vec<usize>>) -> Self {
        Self::of(Rule::ValidLens(lens.into().into()))
    }

    /// Allows each query to attend to its first keys, with one length for each query of each
    /// example: `[batch, queries]`.
    pub fn valid_lens_per_query(lens: Array2<usize>) -> Self {
        Self::of(Rule::ValidLensPerQuery(lens.into_shared()))
    }

    /// Allows the pairs that are `true`, `[queries, keys]`, in all examples.
    pub fn allowed(pairs: Array2<bool>) -> Self {
        Self::of(Rule::Allowed(pairs.as_standard_layout().to_shared()))
    }

    /// Allows the pairs that are `true`, with one table for each example: `[batch, queries, keys]`.
    pub fn allowed_per_example(pairs: Array3<bool>) -> Self {
        Self::of(Rule::AllowedPerExample(pairs.as_standard_layout().to_shared()))
    }

    /// Allows every query to attend to the first `count` keys of the sequence, wherever the query
    /// is.
    ///
    /// With [`or`](Mask::or), it keeps the first keys visible beyond a window.
    pub fn first_keys(count: usize) -> Self {
        Self::of(Rule::FirstKeys(count))
    }

    fn of(rule: Rule) -> Self {
        Self { rules: Arc::new([rule]) }
    }

    /// Allows the pairs that both masks allow.
    #[must_use]
    pub fn and(self, other: Mask) -> Self {
        Self { rules: self.rules.iter().chain(other.rules.iter()).cloned().collect() }
    }

    /// Allows the pairs that at least one of the masks allows.
    #[must_use]
    pub fn or(self, other: Mask) -> Self {
        Self::of(Rule::Either([self.rules, other.rules]))
    }

    /// Moves query 0 to this position among the keys, instead of position 0.
    ///
    /// Use it to decode step by step, where the keys of earlier steps are cached and the queries
    /// are new. It affects [`causal`](Mask::causal) and [`window`](Mask::window), even within a
    /// mask made by [`and`](Mask::and) or [`or`](Mask::or); tables, lengths, and first keys do not
    /// change.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    ///
    /// let step = Mask::causal().starting_at(5);
    /// assert!(step.allows(0, 0, 5));
    /// assert!(!step.allows(0, 0, 6));
    /// ```
    #[doc(alias = "causal_lower_right")]
    #[must_use]
    pub fn starting_at(self, position: usize) -> Self {
        Self { rules: rule::starting_at(&self.rules, position) }
    }
}

#[cfg(test)]
mod tests;
