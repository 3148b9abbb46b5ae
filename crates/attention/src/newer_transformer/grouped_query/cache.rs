//! Keys and values of earlier tokens, of the key heads only.

use super::{
    GroupedQueryAttention, GroupedQueryConfig, Scoring,
    attend_in_groups,
};
use crate::multi_head::{KeyValueCache, merge_heads};
use crate::tape::{Attended, Var, attend_in_blocks};

/// The keys and values that a [`GroupedQueryAttention`] keeps of earlier tokens.
///
/// Keys are normalized and rotated. With a window, the cache drops the keys that no later query may
/// attend to, and the position of the next token is no longer the number of keys.
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
#[derive(Clone, Debug, Default)]
pub struct GroupedCache {
    /// Of the key heads.
    kept: KeyValueCache,
    /// The position of each key.
    positions: Vec<usize>,
    /// The position of the next token.
    next: usize,
}

impl GroupedCache {
    /// Returns the keys and values, `[batch, key_heads, keys, dim]`.
    pub fn kept(&self) -> &KeyValueCache {
        &self.kept
    }

    /// Returns the position of each key.
    pub fn positions(&self) -> &[usize] {
        &self.positions
    }

    /// Returns the position of the next token.
    pub fn position(&self) -> usize {
        self.next
    }

    /// Returns the cache of these texts of the batch, in this order.
    #[must_use]
    pub fn select(&self, texts: &[usize]) -> Self {
        Self { kept: self.kept.select(texts), ..self.clone() }
    }

    #[track_caller]
    fn append<'t>(&mut self, new: [Var<'t>; 2]) -> [Var<'t>; 2] {
        let [_batch, _heads, steps, _dim] = new[0].dims();
        self.positions.extend(self.next..self.next + steps);
        self.next += steps;
        self.kept.append(new)
    }

    /// Keeps the first keys and those in the window of the next query.
    fn keep(&mut self, first_keys: usize, window: usize) {
        let count = self.positions.len();
        if count > first_keys.saturating_add(window) {
            self.kept.forget(first_keys..count - window);
            self.positions.drain(first_keys..count - window);
        }
    }
}

impl GroupedQueryAttention {
    /// Returns the result of [`forward`](Self::forward) for tokens that follow the tokens in the
    /// cache, and appends their keys and values to it.
    ///
    /// The weights are `[batch, heads, steps, keys]`, with the keys of the cache before the new
    /// ones.
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        cache: &mut GroupedCache,
        bias: Option<Var<'t>>, // [heads, steps, keys]
    ) -> Attended<'t> {
        // Rotate by the position in the text, but count queries from the first key of the cache, as
        // the mask counts keys.
        let [queries, keys, values] = self.project(x, cache.position());
        let mask = self.mask().starting_at(cache.positions.len());
        let [keys, values] = cache.append([keys, values]);
        let GroupedQueryConfig {
            score_factor: factor,
            score_cap: cap,
            window,
            first_keys,
            ..
        } = self.config;
        if let Some(window) = window {
            cache.keep(first_keys, window);
        }
        let scoring = Scoring { factor, cap, bias };
        let of_products =
            factor == 1.0 && cap.is_none() && bias.is_none();
        let in_blocks = of_products
            .then(|| attend_in_blocks(queries, keys, values, &mask));
        let attended = in_blocks.flatten().unwrap_or_else(|| {
            attend_in_groups(queries, keys, values, &mask, &scoring)
        });
        let output = self.output.forward(merge_heads(attended.output));
        Attended { output, ..attended }
    }
}
