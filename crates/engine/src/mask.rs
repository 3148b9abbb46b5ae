//! Which keys a query may look at.
//!
//! A mask always says what is allowed, in every function of this crate: `true` means *may look at*.
//! There is no `not`, so a mask cannot be inverted by accident.
//!
//! Other libraries mix both meanings. In PyTorch, `true` in a boolean `attn_mask` of
//! `scaled_dot_product_attention` means *may look at*, but `true` in a `key_padding_mask` means *hidden*.

mod reading;
mod row;
mod rule;

use std::sync::Arc;

use ndarray::{Array2, Array3};

pub(crate) use row::KeysOfQuery;
use rule::Rule;

/// Which keys each query of each example may look at.
///
/// A mask is made by one of the constructors, and [`and`](Mask::and) makes it stricter. It knows no sizes
/// beyond those it was given, so `Mask::causal()` fits every array of scores. A query that may look at
/// nothing gets zeros: weights of 0, and therefore an output of 0.
///
/// Cloning is cheap: clones share what the mask was made of. Two masks are equal if they were made of
/// the same parts in the same order. To ask whether they allow the same, compare
/// [`to_array`](Mask::to_array).
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
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// All of them must allow.
    rules: Arc<[Rule]>,
}

impl Mask {
    /// Allows every query to look at every key.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    ///
    /// assert!(Mask::all().allows(0, 3, 1000));
    /// ```
    pub fn all() -> Self {
        Self {
            rules: Arc::new([]),
        }
    }

    /// Allows a query to look at the keys up to its own position: query i at the keys 0 to i.
    ///
    /// Query 0 stands at key 0, also if there are more keys than queries. If the queries are the last ones
    /// of a longer sequence, say where they start: [`starting_at`](Mask::starting_at).
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    ///
    /// let mask = Mask::causal();
    /// assert!(mask.allows(0, 3, 3));
    /// assert!(!mask.allows(0, 3, 4));
    /// ```
    pub fn causal() -> Self {
        Self::window(usize::MAX, 0)
    }

    /// Allows a query to look at the keys around its own position: query i at the keys i - `before` to
    /// i + `after`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    ///
    /// let mask = Mask::window(1, 0);
    /// assert_eq!([1, 2, 3, 4].map(|key| mask.allows(0, 3, key)), [false, true, true, false]);
    /// ```
    pub fn window(before: usize, after: usize) -> Self {
        Self::of(Rule::Window {
            position: 0,
            before,
            after,
        })
    }

    /// Allows all queries of an example to look at its first keys: one length for each example of the batch.
    /// Scores with two axes are those of one example.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    ///
    /// let mask = Mask::valid_lens([2, 6]);
    /// assert!(!mask.allows(0, 0, 2));
    /// assert!(mask.allows(1, 0, 2));
    /// ```
    pub fn valid_lens(lens: impl Into<Vec<usize>>) -> Self {
        Self::of(Rule::ValidLens(lens.into().into()))
    }

    /// Allows each query to look at its own number of first keys.
    ///
    /// # Shapes
    ///
    /// `lens`: `[batch, queries]`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    /// use ndarray::array;
    ///
    /// let mask = Mask::valid_lens_per_query(array![[1, 3]]);
    /// assert!(!mask.allows(0, 0, 2));
    /// assert!(mask.allows(0, 1, 2));
    /// ```
    pub fn valid_lens_per_query(lens: Array2<usize>) -> Self {
        Self::of(Rule::ValidLensPerQuery(lens.into_shared()))
    }

    /// Allows exactly the pairs that are `true`, the same in each example.
    ///
    /// # Shapes
    ///
    /// `pairs`: `[queries, keys]`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    /// use ndarray::array;
    ///
    /// let mask = Mask::allowed(array![[true, false], [false, true]]);
    /// assert!(mask.allows(7, 1, 1));
    /// assert!(!mask.allows(7, 1, 0));
    /// ```
    pub fn allowed(pairs: Array2<bool>) -> Self {
        Self::of(Rule::Allowed(pairs.as_standard_layout().to_shared()))
    }

    /// Allows exactly the pairs that are `true`, with a table for each example.
    ///
    /// # Shapes
    ///
    /// `pairs`: `[batch, queries, keys]`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    /// use ndarray::array;
    ///
    /// let mask = Mask::allowed_per_example(array![[[true, false]], [[false, true]]]);
    /// assert!(mask.allows(0, 0, 0));
    /// assert!(!mask.allows(1, 0, 0));
    /// ```
    pub fn allowed_per_example(pairs: Array3<bool>) -> Self {
        Self::of(Rule::AllowedPerExample(
            pairs.as_standard_layout().to_shared(),
        ))
    }

    fn of(rule: Rule) -> Self {
        Self {
            rules: Arc::new([rule]),
        }
    }

    /// Allows what both masks allow.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    ///
    /// let mask = Mask::causal().and(Mask::window(1, 1));
    /// assert_eq!([1, 2, 3, 4].map(|key| mask.allows(0, 3, key)), [false, true, true, false]);
    /// ```
    #[must_use]
    pub fn and(self, other: Mask) -> Self {
        Self {
            rules: self
                .rules
                .iter()
                .chain(other.rules.iter())
                .cloned()
                .collect(),
        }
    }

    /// Puts query 0 at this position among the keys; without it, it stands at key 0.
    ///
    /// For decoding step by step: the keys of earlier steps are at hand, and the queries are new. It moves
    /// what depends on the position of a query, which is [`causal`](Mask::causal) and
    /// [`window`](Mask::window), also inside a mask made by [`and`](Mask::and); tables and lengths stay.
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
    #[must_use]
    pub fn starting_at(self, position: usize) -> Self {
        Self {
            rules: self
                .rules
                .iter()
                .map(|rule| rule.starting_at(position))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests;
