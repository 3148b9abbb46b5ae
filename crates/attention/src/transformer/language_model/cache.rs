//! Tokens that follow those which a language model has read before.

use ndarray::Axis;

use super::{LanguageModel, Predicted};
use crate::mask::Mask;
use crate::multi_head::KeyValueCache;
use crate::nn::Tokens;
use crate::tape::{Tape, Value, Var};

/// The keys and values of the tokens that a [`LanguageModel`] has read: nothing at the start of a text.
///
/// They are arrays and lie on no tape, so each step can have a tape of its own and forget it, and no
/// gradient flows back into tokens that were read before.
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
#[derive(Clone, Debug, Default)]
pub struct LanguageModelCache {
    /// Keys and values of each block, both `[batch, heads, keys, dim]`; empty before the first token.
    blocks: Vec<[Value; 2]>,
}

impl LanguageModelCache {
    /// The position of the token that comes next: how many there are so far.
    pub fn position(&self) -> usize {
        self.blocks.first().map_or(0, |[keys, _]| keys.shape()[2])
    }

    /// That of these texts of the batch, in this order.
    pub(super) fn select(&self, texts: &[usize]) -> Self {
        let select = |x: &Value| x.select(Axis(0), texts).into_shared();
        let blocks =
            self.blocks.iter().map(|pair| pair.each_ref().map(select));
        Self {
            blocks: blocks.collect(),
        }
    }

    fn on_tape<'t>(
        &self,
        tape: &'t Tape,
        block: usize,
    ) -> KeyValueCache<'t> {
        let pair = self.blocks.get(block);
        pair.map_or_else(KeyValueCache::default, |[keys, values]| {
            KeyValueCache::new(
                tape.constant(keys.clone()),
                tape.constant(values.clone()),
            )
        })
    }
}

impl LanguageModel {
    /// [`predict`](LanguageModel::predict) for tokens that follow those in the cache.
    ///
    /// # Shapes
    ///
    /// `tokens`: `[batch, steps]`; in [`Predicted`], the keys are those of the cache and the new ones.
    ///
    /// # Panics
    ///
    /// If the tokens are of another vocabulary, or if the cache is of another model or batch.
    #[track_caller]
    pub fn predict_cached<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
        cache: &mut LanguageModelCache,
    ) -> Predicted<'t> {
        let [own, given] = [self.blocks.len(), cache.blocks.len()];
        let fits = own == given || cache.position() == 0;
        assert!(
            fits,
            "language model: {own} blocks, and a cache of {given}"
        );
        let mut x = self.input.forward(tape, tokens, cache.position());
        let (mut weights, mut blocks) = (Vec::new(), Vec::new());
        for (place, block) in self.blocks.iter().enumerate() {
            let mut pairs = cache.on_tape(tape, place);
            let attended =
                block.forward_cached(x, &mut pairs, &Mask::causal());
            x = attended.output; // [batch, steps, hidden]
            weights.push(attended.weights);
            blocks.extend(
                pairs.keys_values().map(|pair| pair.map(Var::value)),
            );
        }
        cache.blocks = blocks;
        let logits = self.logits(x);
        Predicted { logits, weights }
    }
}
