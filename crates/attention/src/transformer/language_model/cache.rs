//! Decoding of a language model with a cache.

use super::{LanguageModel, Predicted};
use crate::mask::Mask;
use crate::multi_head::KeyValueCache;
use crate::nn::Tokens;
use crate::tape::{Tape, Value};

/// The keys and values of the tokens that a [`LanguageModel`] has read.
///
/// # Example
///
/// ```
/// use attention::nn::Tokens;
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{Config, LanguageModel, LanguageModelCache};
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let model = LanguageModel::new(&Config::new(32, 4), 10, &mut rng)?;
/// let mut cache = LanguageModelCache::default();
/// for tokens in [array![[2, 7, 5]], array![[4]]] {
///     let tape = Tape::new(Mode::Eval, 0);
///     model.predict_cached(&tape, &Tokens::new(tokens, 10)?, &mut cache);
/// }
/// assert_eq!(cache.position(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// ANCHOR: language_model_cache
#[derive(Clone, Debug, Default)]
pub struct LanguageModelCache {
    /// Of each block; none at first
    blocks: Vec<KeyValueCache>,
}
// ANCHOR_END: language_model_cache

impl LanguageModelCache {
    /// Returns the position of the next token, which is the number of tokens so far.
    // ANCHOR: position
    pub fn position(&self) -> usize {
        self.blocks.first().map_or(0, KeyValueCache::len)
    }
    // ANCHOR_END: position

    /// Forgets all tokens except the first `tokens`.
    // ANCHOR: truncate
    pub fn truncate(&mut self, tokens: usize) {
        let read = self.position();
        for block in &mut self.blocks {
            block.forget(tokens.min(read)..read);
        }
    }
    // ANCHOR_END: truncate

    /// Returns this cache with other keys and values, computed from the keys and values of each
    /// block.
    #[must_use]
    pub fn map(
        &self,
        change: impl Fn(&Value, &Value) -> [Value; 2],
    ) -> Self {
        let blocks = self.blocks.iter();
        Self {
            blocks: blocks.map(|block| block.map(&change)).collect(),
        }
    }

    /// Returns the cache of these texts of the batch, in this order.
    pub(super) fn select(&self, texts: &[usize]) -> Self {
        let blocks = self.blocks.iter();
        Self {
            blocks: blocks.map(|block| block.select(texts)).collect(),
        }
    }
}

impl LanguageModel {
    /// Computes [`predict`](LanguageModel::predict) for tokens that follow the tokens in the cache.
    ///
    /// In [`Predicted`], the keys of the cache come before the new ones.
    // ANCHOR: predict_cached
    #[track_caller]
    pub fn predict_cached<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
        cache: &mut LanguageModelCache,
    ) -> Predicted<'t> {
        let own = self.blocks.len();
        if cache.blocks.is_empty() {
            cache.blocks.resize_with(own, KeyValueCache::default);
        }
        let given = cache.blocks.len();
        assert!(
            own == given,
            "language model: {own} blocks, and a cache of {given}"
        );
        let mut x = self.input.forward(tape, tokens, cache.position());
        let mut weights = Vec::new();
        for (block, seen) in self.blocks.iter().zip(&mut cache.blocks) {
            let attended =
                block.forward_cached(x, seen, &Mask::causal());
            x = attended.output; // [batch, steps, hidden]
            weights.push(attended.weights);
        }
        let logits = self.logits(x);
        Predicted { logits, weights }
    }
    // ANCHOR_END: predict_cached
}
