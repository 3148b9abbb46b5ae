//! Decoding of a language model with a cache.

use ndarray::Axis;

use super::{LanguageModel, Predicted};
use crate::mask::Mask;
use crate::multi_head::KeyValueCache;
use crate::nn::Tokens;
use crate::tape::{Tape, Value, Var};

/// The keys and values of the tokens that a [`LanguageModel`] has read.
///
/// They are arrays outside of any tape, so each step can use a new tape and drop it, and no gradient flows
/// back into earlier tokens.
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
    /// Of each block, both `[batch, heads, keys, dim]`; empty at first
    blocks: Vec<[Value; 2]>,
}
// ANCHOR_END: language_model_cache

impl LanguageModelCache {
    /// The position of the next token, which is the number of tokens so far.
    // ANCHOR: position
    pub fn position(&self) -> usize {
        self.blocks.first().map_or(0, |[keys, _]| keys.shape()[2])
    }
    // ANCHOR_END: position

    /// Forgets all tokens except the first `tokens`.
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
    /// let tape = Tape::new(Mode::Eval, 0);
    /// model.predict_cached(&tape, &Tokens::new(array![[2, 7, 5]], 10)?, &mut cache);
    /// cache.truncate(1);
    /// assert_eq!(cache.position(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    // ANCHOR: truncate
    pub fn truncate(&mut self, tokens: usize) {
        let kept = tokens.min(self.position());
        for entries in self.blocks.iter_mut().flatten() {
            let first = entries.slice_axis(Axis(2), (..kept).into());
            *entries = first.to_shared();
        }
    }
    // ANCHOR_END: truncate

    /// This cache with other keys and values, computed from the keys and values of each block.
    ///
    /// # Shapes
    ///
    /// All `[batch, heads, keys, dim]`.
    #[must_use]
    pub fn map(
        &self,
        change: impl Fn(&Value, &Value) -> [Value; 2],
    ) -> Self {
        let blocks = self.blocks.iter();
        Self {
            blocks: blocks
                .map(|[keys, values]| change(keys, values))
                .collect(),
        }
    }

    /// The cache of these texts of the batch, in this order.
    pub(super) fn select(&self, texts: &[usize]) -> Self {
        let select = |x: &Value| x.select(Axis(0), texts).into_shared();
        let blocks =
            self.blocks.iter().map(|pair| pair.each_ref().map(select));
        Self {
            blocks: blocks.collect(),
        }
    }

    // ANCHOR: on_tape
    fn on_tape<'t>(
        &self,
        tape: &'t Tape,
        block: usize,
    ) -> KeyValueCache<'t> {
        let Some(pair) = self.blocks.get(block) else {
            return KeyValueCache::default();
        };
        let [keys, values] = pair.clone().map(|x| tape.constant(x));
        KeyValueCache::new(keys, values)
    }
    // ANCHOR_END: on_tape
}

impl LanguageModel {
    /// [`predict`](LanguageModel::predict) for tokens that follow the tokens in the cache.
    ///
    /// # Shapes
    ///
    /// `tokens`: `[batch, steps]`; in [`Predicted`], the keys of the cache come before the new ones.
    ///
    /// # Panics
    ///
    /// If the tokens are of another vocabulary, or if the cache is of another model or batch.
    // ANCHOR: predict_cached
    #[track_caller]
    pub fn predict_cached<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
        cache: &mut LanguageModelCache,
    ) -> Predicted<'t> {
        let (own, given) = (self.blocks.len(), cache.blocks.len());
        assert!(
            own == given || given == 0,
            "language model: {own} blocks, and a cache of {given}"
        );
        let mut x = self.input.forward(tape, tokens, cache.position());
        let (mut weights, mut blocks) = (Vec::new(), Vec::new());
        for (index, block) in self.blocks.iter().enumerate() {
            let mut seen = cache.on_tape(tape, index);
            let attended =
                block.forward_cached(x, &mut seen, &Mask::causal());
            x = attended.output; // [batch, steps, hidden]
            weights.push(attended.weights);
            let pair = seen.keys_values();
            blocks.extend(pair.map(|pair| pair.map(Var::value)));
        }
        cache.blocks = blocks;
        let logits = self.logits(x);
        Predicted { logits, weights }
    }
    // ANCHOR_END: predict_cached
}
