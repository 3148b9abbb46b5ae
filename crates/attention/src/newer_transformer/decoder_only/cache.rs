//! Decoding of a decoder-only model with a cache.

use super::{DecoderOnly, Predicted};
use crate::newer_transformer::GroupedCache;
use crate::nn::Tokens;
use crate::tape::{Tape, Value};

/// The keys and values that a [`DecoderOnly`] keeps of the tokens that it has read.
///
/// With a window, the cache does not grow beyond the window and the first keys.
#[derive(Clone, Debug, Default)]
pub struct DecoderOnlyCache {
    /// Of each block; none at first.
    blocks: Vec<GroupedCache>,
}

impl DecoderOnlyCache {
    /// Returns the position of the next token, which is the number of tokens so far.
    pub fn position(&self) -> usize {
        self.blocks.first().map_or(0, GroupedCache::position)
    }

    /// Returns the position of each key.
    pub fn positions(&self) -> &[usize] {
        self.blocks.first().map_or(&[], GroupedCache::positions)
    }

    /// Returns how many numbers the cache holds.
    pub fn numbers(&self) -> usize {
        self.arrays().map(Value::len).sum()
    }

    /// Returns the cache of these texts of the batch, in this order.
    #[must_use]
    pub fn select(&self, texts: &[usize]) -> Self {
        let blocks = self.blocks.iter();
        Self {
            blocks: blocks.map(|block| block.select(texts)).collect(),
        }
    }

    fn arrays(&self) -> impl Iterator<Item = &Value> {
        let blocks = self.blocks.iter();
        blocks.flat_map(|block| block.kept().keys_values()).flatten()
    }
}

impl DecoderOnly {
    /// Returns the result of [`predict`](Self::predict) for tokens that follow the tokens in the
    /// cache.
    ///
    /// In [`Predicted`], the keys of the cache come before the new ones.
    ///
    /// # Panics
    ///
    /// If there are more tokens than learned positions.
    #[track_caller]
    pub fn predict_cached<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
        cache: &mut DecoderOnlyCache,
    ) -> Predicted<'t> {
        let own = self.blocks.len();
        if cache.blocks.is_empty() {
            cache.blocks.resize_with(own, GroupedCache::default);
        }
        let given = cache.blocks.len();
        assert!(
            own == given,
            "DecoderOnly: {own} blocks, and a cache of {given}"
        );
        let next = cache.position();
        let mut x = self.embed(tape, tokens, next);
        let [batch, steps, _hidden] = x.dims();
        let given = cache.arrays().next();
        let given = given.map_or(batch, |keys| keys.shape()[0]);
        assert!(
            batch == given,
            "DecoderOnly: {batch} texts, and a cache of {given}"
        );
        let new: Vec<usize> = (next..next + steps).collect();
        let keys = [cache.positions(), &new].concat();
        let bias = self.bias(tape, &new, &keys);
        let mut weights = Vec::new();
        for (block, seen) in self.blocks.iter().zip(&mut cache.blocks) {
            let attended = block.forward_cached(x, seen, bias);
            x = attended.output; // [batch, steps, hidden]
            weights.push(attended.weights);
        }
        let logits = self.logits(x);
        Predicted { logits, weights }
    }
}
