//! Projected keys and values, kept for the queries that come later.

use crate::tape::{Var, concat};

/// Keys and values that a [`MultiHead`](super::MultiHead) has projected and split among its heads.
///
/// They depend on the inputs alone and on no query, so they are computed once, however many queries
/// look at them: those of the source in a decoder, and those of the tokens that were written before.
/// This is what is called a key-value cache.
///
/// # Source
///
/// Shazeer (2019), *Fast Transformer decoding: one write-head is all you need*, Section 2.3: decoding
/// step by step with the keys and values so far.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::multi_head::{MultiHead, MultiHeadConfig};
/// use attention::tape::{Mode, Tape};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let attention = MultiHead::new(&MultiHeadConfig::new(6, 2), &mut ChaCha8Rng::seed_from_u64(0))?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let tokens = |count| tape.constant(Array3::ones((1, count, 6)));
/// let first = attention.project_keys_values(tokens(3), tokens(3));
/// let all = first.followed_by(&attention.project_keys_values(tokens(2), tokens(2)));
/// assert_eq!(all.keys.shape(), [1, 2, 5, 3]); // [batch, heads, keys, dim]
/// let attended = attention.attend_to(tokens(4), &all, &Mask::all());
/// assert_eq!(attended.weights.shape(), [1, 2, 4, 5]);
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KeyValues<'t> {
    /// `[batch, heads, keys, dim]`
    pub keys: Var<'t>,
    /// `[batch, heads, keys, dim]`
    pub values: Var<'t>,
}

impl<'t> KeyValues<'t> {
    /// These, and the next ones after them.
    ///
    /// # Panics
    ///
    /// If they are of other examples or of a layer with other sizes.
    ///
    /// # Example
    ///
    /// See [`KeyValues`].
    #[track_caller]
    #[must_use]
    pub fn followed_by(&self, next: &Self) -> Self {
        Self {
            keys: concat(&[self.keys, next.keys], 2),
            values: concat(&[self.values, next.values], 2),
        }
    }

    /// Those of these examples of the batch, in this order; one may be asked for twice.
    ///
    /// # Panics
    ///
    /// If there is no such example.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::multi_head::KeyValues;
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::Array4;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let keys = tape.constant(Array4::ones((2, 1, 3, 4)));
    /// let chosen = KeyValues { keys, values: keys }.select(&[1, 0, 1]);
    /// assert_eq!(chosen.values.shape(), [3, 1, 3, 4]);
    /// ```
    #[track_caller]
    #[must_use]
    pub fn select(&self, examples: &[usize]) -> Self {
        Self {
            keys: self.keys.select(0, examples),
            values: self.values.select(0, examples),
        }
    }
}
