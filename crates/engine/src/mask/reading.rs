//! Asking a mask what it allows.

use ndarray::Array3;

use super::{KeysOfQuery, Mask};

impl Mask {
    /// Says whether this query of this example may look at this key.
    ///
    /// # Panics
    ///
    /// If the mask was made of lengths or a table and has no entry for the example, the query or the key.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    ///
    /// assert!(Mask::causal().allows(0, 2, 1));
    /// ```
    #[track_caller]
    pub fn allows(&self, batch: usize, query: usize, key: usize) -> bool {
        self.rules.iter().all(|rule| rule.allows(batch, query, key))
    }

    /// Writes the mask out, `true` where a query may look at a key.
    ///
    /// # Shapes
    ///
    /// `shape` is `[batch, queries, keys]`, and so is the result.
    ///
    /// # Panics
    ///
    /// If the mask does not fit the shape: another number of examples or queries, another number of keys in
    /// a table, or a length above the number of keys.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    /// use ndarray::array;
    ///
    /// assert_eq!(
    ///     Mask::causal().to_array([1, 2, 3]),
    ///     array![[[true, false, false], [true, true, false]]]
    /// );
    /// ```
    #[track_caller]
    pub fn to_array(&self, shape: [usize; 3]) -> Array3<bool> {
        self.check("Mask::to_array", &shape);
        Array3::from_shape_fn(shape, |(batch, query, key)| {
            self.allows(batch, query, key)
        })
    }

    /// Panics unless the mask fits scores of this shape: `[queries, keys]`, `[batch, queries, keys]` or
    /// `[batch, heads, queries, keys]`.
    #[track_caller]
    pub(crate) fn check(&self, operation: &str, shape: &[usize]) {
        let (batch, queries, keys) = match *shape {
            [queries, keys] => (1, queries, keys),
            [batch, queries, keys] | [batch, _, queries, keys] => {
                (batch, queries, keys)
            }
            _ => panic!("{operation}: {shape:?}: scores must have 2, 3 or 4 axes"),
        };
        for rule in self.rules.iter() {
            if let Err(misfit) = rule.fits(batch, queries, keys) {
                panic!("{operation}: {shape:?}: {misfit}");
            }
        }
    }

    /// The keys that one query may look at, of `keys` in all. The mask must have passed [`check`](Self::check).
    pub(crate) fn keys(
        &self,
        batch: usize,
        query: usize,
        keys: usize,
    ) -> KeysOfQuery<'_> {
        let mut allowed = KeysOfQuery::all(keys);
        for rule in self.rules.iter() {
            rule.restrict(&mut allowed, batch, query);
        }
        allowed
    }
}
