//! Queries to a mask.

use ndarray::Array3;

use super::rule::{all_allow, keys_of};
use super::{KeysOfQuery, Mask};

impl Mask {
    /// Returns whether this query of this example may attend to this key.
    ///
    /// # Panics
    ///
    /// If the mask has lengths or a table, and an index is out of bounds.
    #[track_caller]
    pub fn allows(&self, batch: usize, query: usize, key: usize) -> bool {
        all_allow(&self.rules, batch, query, key)
    }

    /// Returns the mask as an array, `true` where a query may attend to a key.
    ///
    /// # Panics
    ///
    /// If the lengths or tables of the mask do not fit the shape, or if a length exceeds the number
    /// of keys.
    #[track_caller]
    pub fn to_array(&self, shape: [usize; 3]) -> Array3<bool> {
        self.check("Mask::to_array", &shape);
        Array3::from_shape_fn(shape, |(batch, query, key)| {
            self.allows(batch, query, key)
        })
    }

    /// Panics unless the mask fits scores of this shape: `[queries, keys]`,
    /// `[batch, queries, keys]`, or `[batch, heads, queries, keys]`.
    #[track_caller]
    pub(crate) fn check(&self, operation: &str, shape: &[usize]) {
        let (batch, queries, keys) = match *shape {
            [queries, keys] => (1, queries, keys),
            [batch, queries, keys] | [batch, _, queries, keys] => {
                (batch, queries, keys)
            }
            _ => panic!("{operation}: {shape:?}: scores must have 2, 3, or 4 axes"),
        };
        if let Err(misfit) = self.fits(batch, queries, keys) {
            panic!("{operation}: {shape:?}: {misfit}");
        }
    }

    /// Returns a message if a rule does not fit scores of this shape.
    pub(super) fn fits(
        &self,
        batch: usize,
        queries: usize,
        keys: usize,
    ) -> Result<(), String> {
        let mut rules = self.rules.iter();
        rules.try_for_each(|rule| rule.fits(batch, queries, keys))
    }

    /// Returns which of `keys` keys one query may attend to. The mask must have passed
    /// [`check`](Self::check).
    pub(crate) fn keys(
        &self,
        batch: usize,
        query: usize,
        keys: usize,
    ) -> KeysOfQuery<'_> {
        keys_of(&self.rules, batch, query, keys)
    }
}
