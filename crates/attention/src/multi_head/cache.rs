//! Keys and values that are projected once for all later queries.

use super::{MultiHead, merge_heads, split_heads};
use crate::mask::Mask;
use crate::tape::{Attended, Var, attend, concat};

/// The keys and values that a [`MultiHead`] has projected and split among its heads.
///
/// They do not depend on queries, so they are computed once: for each token that was written, and for the
/// source of a decoder.
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
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyValueCache<'t> {
    keys_values: Option<[Var<'t>; 2]>,
}
// ANCHOR_END: key_value_cache

impl<'t> KeyValueCache<'t> {
    /// A cache of these keys and values, both `[batch, heads, keys, dim]`.
    // ANCHOR: new
    pub fn new(keys: Var<'t>, values: Var<'t>) -> Self {
        Self {
            keys_values: Some([keys, values]),
        }
    }
    // ANCHOR_END: new

    /// The keys and the values, both `[batch, heads, keys, dim]`; `None` in an empty cache.
    // ANCHOR: keys_values
    pub fn keys_values(&self) -> Option<[Var<'t>; 2]> {
        self.keys_values
    }
    // ANCHOR_END: keys_values

    /// The number of keys, which is the position of the next token.
    // ANCHOR: len
    pub fn len(&self) -> usize {
        self.keys_values.map_or(0, |[keys, _]| keys.shape()[2])
    }
    // ANCHOR_END: len

    /// Whether the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the next keys and values.
    ///
    /// # Panics
    ///
    /// If they are of other examples or of a layer with other sizes.
    // ANCHOR: append
    #[track_caller]
    pub fn append(&mut self, next: &Self) {
        self.keys_values = match (self.keys_values, next.keys_values) {
            (Some(old), Some(new)) => {
                Some([0, 1].map(|i| concat(&[old[i], new[i]], 2)))
            }
            (old, new) => old.or(new),
        };
    }
    // ANCHOR_END: append

    /// The cache of these examples of the batch, in this order; they may repeat.
    ///
    /// # Panics
    ///
    /// If there is no such example.
    #[must_use]
    // ANCHOR: select
    #[track_caller]
    pub fn select(&self, examples: &[usize]) -> Self {
        let select = |x: Var<'t>| x.select(0, examples);
        Self {
            keys_values: self.keys_values.map(|pair| pair.map(select)),
        }
    }
    // ANCHOR_END: select
}

/// [`MultiHead::forward`] in two parts, with a cache in between.
impl MultiHead {
    /// The keys and values of all heads, for [`attend_to`](MultiHead::attend_to).
    ///
    /// # Shapes
    ///
    /// `keys`: `[batch, keys, key_dim]`, `values`: `[batch, keys, value_dim]`, both to
    /// `[batch, heads, keys, dim]`.
    ///
    /// # Panics
    ///
    /// If the sizes do not fit.
    // ANCHOR: project_keys_values
    #[track_caller]
    pub fn project_keys_values<'t>(
        &self,
        keys: Var<'t>,   // [batch, keys, key_dim]
        values: Var<'t>, // [batch, keys, value_dim]
    ) -> KeyValueCache<'t> {
        let keys = split_heads(self.key.forward(keys), self.heads);
        let values =
            split_heads(self.value.forward(values), self.heads);
        KeyValueCache::new(keys, values) // [batch, heads, keys, dim]
    }
    // ANCHOR_END: project_keys_values

    /// The result of [`forward`](MultiHead::forward) for keys and values that are already projected.
    ///
    /// # Shapes
    ///
    /// `queries`: `[batch, queries, query_dim]`, to `[batch, queries, hidden]` and
    /// `[batch, heads, queries, keys]`.
    ///
    /// # Panics
    ///
    /// If the cache is empty, or if the sizes or the mask do not fit.
    // ANCHOR: attend_to
    #[track_caller]
    pub fn attend_to<'t>(
        &self,
        queries: Var<'t>, // [batch, queries, query_dim]
        cache: &KeyValueCache<'t>,
        mask: &Mask,
    ) -> Attended<'t> {
        let [keys, values] =
            cache.keys_values().expect("attend_to: the cache is empty");
        let queries =
            split_heads(self.query.forward(queries), self.heads);
        let attended =
            attend(queries, keys, values, mask, self.dropout.rate());
        let output = self.output.forward(merge_heads(attended.output));
        Attended { output, ..attended }
    }
    // ANCHOR_END: attend_to

    /// Self-attention of tokens that follow the tokens in the cache and attend to them. Their keys and values
    /// are appended to the cache.
    ///
    /// The mask counts positions from the first key of the cache, so [`Mask::causal`] is right for every part.
    ///
    /// # Source
    ///
    /// Shazeer (2019), *Fast Transformer decoding: one write-head is all you need*, Section 2.3.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, hidden]`, to `[batch, steps, hidden]` and `[batch, heads, steps, keys]`, with the
    /// keys of the cache before the new ones.
    ///
    /// # Panics
    ///
    /// If the sizes or the mask do not fit.
    // ANCHOR: forward_cached
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        cache: &mut KeyValueCache<'t>,
        mask: &Mask,
    ) -> Attended<'t> {
        let mask = mask.clone().starting_at(cache.len());
        cache.append(&self.project_keys_values(x, x));
        self.attend_to(x, cache, &mask)
    }
    // ANCHOR_END: forward_cached
}
