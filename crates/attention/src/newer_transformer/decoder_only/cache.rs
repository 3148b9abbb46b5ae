//! Decoding of a decoder-only model with a cache.

use ndarray::Axis;

use super::{DecoderOnly, Predicted};
use crate::newer_transformer::GroupedCache;
use crate::nn::Tokens;
use crate::tape::{Tape, Value, Var};

/// The keys and values that a [`DecoderOnly`] keeps of the tokens that
/// it has read.
///
/// They are arrays outside of any tape, so each step can use a new tape
/// and drop it, and no gradient flows back into earlier tokens. With a
/// window, the cache does not grow beyond the window and the first keys.
///
/// # Example
///
/// ```
/// use attention::newer_transformer::{DecoderOnly, DecoderOnlyCache, DecoderOnlyConfig};
/// use attention::nn::Tokens;
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let config = DecoderOnlyConfig { key_heads: 1, ..DecoderOnlyConfig::new(32, 4) };
/// let model = DecoderOnly::new(&config, 10, &mut rng)?;
/// let mut cache = DecoderOnlyCache::default();
/// for tokens in [array![[2, 7, 5]], array![[4]]] {
///     let tape = Tape::new(Mode::Eval, 0);
///     model.predict_cached(&tape, &Tokens::new(tokens, 10)?, &mut cache);
/// }
/// assert_eq!(cache.position(), 4);
/// // 2 blocks, keys and values, 4 tokens, 8 numbers of 1 head
/// assert_eq!(cache.numbers(), 2 * 2 * 4 * 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// ANCHOR: decoder_only_cache
#[derive(Clone, Debug, Default)]
pub struct DecoderOnlyCache {
    /// Of each block, both `[batch, key_heads, keys, dim]`; empty at
    /// first.
    blocks: Vec<[Value; 2]>,
    /// The position of each key.
    positions: Vec<usize>,
    /// The position of the next token.
    next: usize,
}
// ANCHOR_END: decoder_only_cache

impl DecoderOnlyCache {
    /// Returns the position of the next token, which is the number of
    /// tokens so far.
    pub fn position(&self) -> usize {
        self.next
    }

    /// Returns the position of each key.
    pub fn positions(&self) -> &[usize] {
        &self.positions
    }

    /// Returns how many numbers the cache holds.
    pub fn numbers(&self) -> usize {
        self.blocks.iter().flatten().map(Value::len).sum()
    }

    /// Returns the cache of these texts of the batch, in this order.
    ///
    /// # Panics
    ///
    /// If there is no such text.
    #[must_use]
    pub fn select(&self, texts: &[usize]) -> Self {
        let select = |x: &Value| x.select(Axis(0), texts).into_shared();
        let blocks =
            self.blocks.iter().map(|pair| pair.each_ref().map(select));
        Self {
            blocks: blocks.collect(),
            positions: self.positions.clone(),
            next: self.next,
        }
    }

    fn on_tape<'t>(
        &self,
        tape: &'t Tape,
        block: usize,
    ) -> GroupedCache<'t> {
        let Some(pair) = self.blocks.get(block) else {
            return GroupedCache::default();
        };
        let pair = pair.clone().map(|x| tape.constant(x));
        GroupedCache::new(pair, self.positions.clone(), self.next)
    }
}

impl DecoderOnly {
    /// Returns the result of [`predict`](Self::predict) for tokens that
    /// follow the tokens in the cache.
    ///
    /// # Shapes
    ///
    /// `tokens`: `[batch, steps]`; in [`Predicted`], the keys of the
    /// cache come before the new ones.
    ///
    /// # Panics
    ///
    /// If the tokens are of another vocabulary or longer than learned
    /// positions, or if the cache is of another model or batch.
    // ANCHOR: predict_cached
    #[track_caller]
    pub fn predict_cached<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
        cache: &mut DecoderOnlyCache,
    ) -> Predicted<'t> {
        let (own, given) = (self.blocks.len(), cache.blocks.len());
        assert!(
            own == given || given == 0,
            "DecoderOnly: {own} blocks, and a cache of {given}"
        );
        let mut x = self.embed(tape, tokens, cache.next);
        let [batch, steps, _hidden] = x.dims();
        let given = cache.blocks.first();
        let given = given.map_or(batch, |[keys, _]| keys.shape()[0]);
        assert!(
            batch == given,
            "DecoderOnly: {batch} texts, and a cache of {given}"
        );
        let new: Vec<usize> =
            (cache.next..cache.next + steps).collect();
        let keys = [cache.positions.as_slice(), &new].concat();
        let bias = self.bias(tape, &new, &keys);
        let (mut weights, mut blocks) = (Vec::new(), Vec::new());
        let mut seen = GroupedCache::default();
        for (index, block) in self.blocks.iter().enumerate() {
            seen = cache.on_tape(tape, index);
            let attended = block.forward_cached(x, &mut seen, bias);
            x = attended.output; // [batch, steps, hidden]
            weights.push(attended.weights);
            let pair = seen.keys_values();
            blocks.extend(pair.map(|pair| pair.map(Var::value)));
        }
        // The keys of all blocks have the same positions.
        *cache = DecoderOnlyCache {
            blocks,
            positions: seen.positions().to_vec(),
            next: seen.position(),
        };
        let logits = self.logits(x);
        Predicted { logits, weights }
    }
    // ANCHOR_END: predict_cached
}
