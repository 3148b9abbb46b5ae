//! Keys and values that are projected once for all later queries.

use std::ops::Range;

use ndarray::{Axis, concatenate};

use super::MultiHead;
use crate::mask::Mask;
use crate::tape::{Attended, Mode, Tape, Value, Var};

/// The keys and values that a [`MultiHead`] has projected and split among its heads.
///
/// They do not depend on queries, so they are computed once: for each token that was written, and
/// for the source of a decoder. They are arrays outside of any tape, so each step can use a new
/// tape and drop it, and no gradient flows back into earlier tokens.
///
/// # Source
///
/// Shazeer (2019), *Fast Transformer decoding: one write-head is all you need*, Section 2.3.
///
/// # Example
///
/// The last of three tokens has the same result, whether they come together or in turn:
///
/// ```
/// use attention::mask::Mask;
/// use attention::multi_head::{KeyValueCache, MultiHead, MultiHeadConfig};
/// use attention::nn::init;
/// use attention::tape::{Mode, Tape};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let attention = MultiHead::new(&MultiHeadConfig::new(4, 2), &mut rng)?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let x = tape.constant(init::normal((1, 3, 4), 1.0, &mut rng));
/// let all = attention.forward(x, x, x, &Mask::causal());
///
/// let mut cache = KeyValueCache::default();
/// attention.forward_cached(x.slice(1, ..2), &mut cache, &Mask::causal());
/// let last = attention.forward_cached(x.slice(1, 2..), &mut cache, &Mask::causal());
/// assert_eq!(cache.len(), 3);
/// let difference = (all.output.slice(1, 2..) - last.output).value();
/// assert!(difference.iter().all(|entry| entry.abs() < 1e-6));
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
// ANCHOR: key_value_cache
#[derive(Clone, Debug, Default)]
pub struct KeyValueCache {
    /// Both `[batch, heads, keys, dim]`
    keys_values: Option<[Value; 2]>,
}
// ANCHOR_END: key_value_cache

impl KeyValueCache {
    /// Creates a cache of these keys and values, both `[batch, heads, keys, dim]`.
    pub fn new(keys_values: [Var<'_>; 2]) -> Self {
        Self { keys_values: Some(keys_values.map(Var::value)) }
    }

    /// Returns the keys and the values, both `[batch, heads, keys, dim]`, or `None` if the cache is
    /// empty.
    pub fn keys_values(&self) -> Option<&[Value; 2]> {
        self.keys_values.as_ref()
    }

    /// Puts the keys and the values on a tape, both `[batch, heads, keys, dim]`.
    ///
    /// # Panics
    ///
    /// If the cache is empty.
    #[track_caller]
    pub fn on_tape<'t>(&self, tape: &'t Tape) -> [Var<'t>; 2] {
        let both = self.keys_values.clone();
        let both = both.expect("on_tape: the cache is empty");
        both.map(|array| tape.constant(array))
    }

    /// Returns the number of keys, which is the position of the next token if none was forgotten.
    pub fn len(&self) -> usize {
        let both = self.keys_values.as_ref();
        both.map_or(0, |[keys, _]| keys.shape()[2])
    }

    /// Returns whether the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the next keys and values, and returns all of them.
    ///
    /// The arrays grow in place, unless a clone of the cache or a tape shares them.
    ///
    /// # Panics
    ///
    /// If the cache is not empty and the tape records gradients.
    // ANCHOR: append
    #[track_caller]
    pub fn append<'t>(&mut self, new: [Var<'t>; 2]) -> [Var<'t>; 2] {
        let Some(old) = self.keys_values.take() else {
            *self = Self::new(new);
            return new;
        };
        let tape = new[0].tape();
        assert!(tape.mode() == Mode::Eval, "append: not in mode Eval");
        let [[old_keys, old_values], [keys, values]] =
            [old, new.map(Var::value)];
        self.keys_values = Some([
            followed(old_keys, &keys),
            followed(old_values, &values),
        ]);
        self.on_tape(tape)
    }
    // ANCHOR_END: append

    /// Forgets the keys and values at these positions.
    #[track_caller]
    pub fn forget(&mut self, keys: Range<usize>) {
        let rest = keys.end..self.len();
        for array in self.keys_values.iter_mut().flatten() {
            let [first, last] = [0..keys.start, rest.clone()]
                .map(|range| array.slice_axis(Axis(2), range.into()));
            let kept = concatenate(Axis(2), &[first, last]);
            *array = kept.expect("parts of one array").into_shared();
        }
    }

    /// Returns the cache of these examples of the batch, in this order; they may repeat.
    #[must_use]
    #[track_caller]
    pub fn select(&self, examples: &[usize]) -> Self {
        let select = |array: &Value| {
            // The keys come first in memory, where they can grow.
            let array = array.view().permuted_axes(&[2, 0, 1, 3][..]);
            let selected = array.select(Axis(1), examples);
            selected.permuted_axes(&[1, 2, 0, 3][..]).into_shared()
        };
        let both = self.keys_values.as_ref();
        Self {
            keys_values: both.map(|both| both.each_ref().map(select)),
        }
    }

    /// Returns a cache with other keys and values, computed from these, all
    /// `[batch, heads, keys, dim]`.
    #[must_use]
    pub fn map(
        &self,
        change: impl FnOnce(&Value, &Value) -> [Value; 2],
    ) -> Self {
        let both = self.keys_values.as_ref();
        Self {
            keys_values: both
                .map(|[keys, values]| change(keys, values)),
        }
    }
}

// ANCHOR: followed
#[track_caller]
fn followed(old: Value, new: &Value) -> Value {
    let mut all = old.into_owned(); // copies only what is shared
    if all.append(Axis(2), new.view()).is_err() {
        panic!("append: {:?} after {:?}", new.shape(), all.shape());
    }
    all.into_shared()
}
// ANCHOR_END: followed

impl MultiHead {
    /// Returns self-attention of tokens that follow the tokens in the cache and attend to them, and
    /// appends their keys and values to the cache.
    ///
    /// The mask counts positions from the first key of the cache, so [`Mask::causal`] is right for
    /// every part.
    ///
    /// The weights are `[batch, heads, steps, keys]`, with the keys of the cache before the new
    /// ones.
    ///
    /// # Panics
    ///
    /// As [`KeyValueCache::append`].
    // ANCHOR: forward_cached
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        cache: &mut KeyValueCache,
        mask: &Mask,
    ) -> Attended<'t> {
        let mask = mask.clone().starting_at(cache.len());
        let projected = self.project_keys_values(x, x);
        self.attend_to(x, cache.append(projected), &mask)
    }
    // ANCHOR_END: forward_cached
}
