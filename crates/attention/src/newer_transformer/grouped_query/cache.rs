//! Keys and values of earlier tokens, of the key heads only.

use super::{GroupedQueryAttention, GroupedQueryConfig};
use crate::tape::{Attended, Var, concat};

/// The keys and values that a [`GroupedQueryAttention`] keeps of
/// earlier tokens.
///
/// Keys are normalized and rotated. With a window, the cache drops the
/// keys that no later query may attend to, and the position of the next
/// token is no longer the number of keys.
///
/// # Example
///
/// ```
/// use attention::newer_transformer::{GroupedCache, GroupedQueryAttention, GroupedQueryConfig};
/// use attention::tape::{Mode, Tape};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let config = GroupedQueryConfig {
///     window: Some(3),
///     first_keys: 1,
///     ..GroupedQueryConfig::new(8, 4, 2)
/// };
/// let attention = GroupedQueryAttention::new(&config, &mut ChaCha8Rng::seed_from_u64(0))?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let mut cache = GroupedCache::default();
/// attention.forward_cached(tape.constant(Array3::zeros((1, 10, 8))), &mut cache, None);
/// assert_eq!(cache.positions(), [0, 7, 8, 9]);
/// assert_eq!(cache.position(), 10);
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
// ANCHOR: grouped_cache
#[derive(Clone, Debug, Default)]
pub struct GroupedCache<'t> {
    /// Both `[batch, key_heads, keys, dim]`.
    keys_values: Option<[Var<'t>; 2]>,
    /// The position of each key.
    positions: Vec<usize>,
    /// The position of the next token.
    next: usize,
}
// ANCHOR_END: grouped_cache

impl<'t> GroupedCache<'t> {
    /// Creates a cache of keys and values, both
    /// `[batch, key_heads, keys, dim]`, given the position of each key
    /// and of the next token.
    pub(crate) fn new(
        keys_values: [Var<'t>; 2],
        positions: Vec<usize>,
        next: usize,
    ) -> Self {
        Self {
            keys_values: Some(keys_values),
            positions,
            next,
        }
    }

    /// Returns the keys and the values, both
    /// `[batch, key_heads, keys, dim]`, or `None` if the cache is empty.
    pub fn keys_values(&self) -> Option<[Var<'t>; 2]> {
        self.keys_values
    }

    /// Returns the position of each key.
    pub fn positions(&self) -> &[usize] {
        &self.positions
    }

    /// Returns the position of the next token.
    pub fn position(&self) -> usize {
        self.next
    }

    // ANCHOR: append
    #[track_caller]
    fn append(
        &mut self,
        keys: Var<'t>,
        values: Var<'t>,
    ) -> [Var<'t>; 2] {
        let [_batch, _heads, steps, _dim] = keys.dims();
        let both = match self.keys_values {
            None => [keys, values],
            Some([old_keys, old_values]) => [
                concat(&[old_keys, keys], 2),
                concat(&[old_values, values], 2),
            ],
        };
        self.positions.extend(self.next..self.next + steps);
        self.next += steps;
        self.keys_values = Some(both);
        both
    }

    /// Keeps the first keys and those in the window of the next query.
    fn keep(&mut self, first_keys: usize, window: usize) {
        let count = self.positions.len();
        if count <= first_keys.saturating_add(window) {
            return;
        }
        let last = count - window;
        self.keys_values = self.keys_values.map(|pair| {
            pair.map(|x| {
                let kept =
                    [x.slice(2, ..first_keys), x.slice(2, last..)];
                concat(&kept, 2)
            })
        });
        self.positions.drain(first_keys..last);
    }
    // ANCHOR_END: append
}

impl GroupedQueryAttention {
    /// Returns the result of [`forward`](Self::forward) for tokens that
    /// follow the tokens in the cache, and appends their keys and values
    /// to it.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, hidden]`, `bias`: `[heads, steps, keys]`, to
    /// `[batch, steps, hidden]` and `[batch, heads, steps, keys]`, with
    /// the keys of the cache before the new ones.
    ///
    /// # Panics
    ///
    /// If the sizes do not fit.
    // ANCHOR: forward_cached
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        cache: &mut GroupedCache<'t>,
        bias: Option<Var<'t>>,
    ) -> Attended<'t> {
        // Rotate by the position in the text, but count queries from
        // the first key of the cache, as the mask counts keys.
        let [queries, keys, values] = self.project(x, cache.position());
        let mask = self.mask().starting_at(cache.positions.len());
        let keys_values = cache.append(keys, values);
        let attended = self.attend(queries, keys_values, &mask, bias);
        let GroupedQueryConfig {
            window, first_keys, ..
        } = self.config;
        if let Some(window) = window {
            cache.keep(first_keys, window);
        }
        attended
    }
    // ANCHOR_END: forward_cached
}
