//! Decoding with a cache of keys and values.

use super::{
    BlockOutput, Decoder, DecoderBlock, DecoderOutput, EncoderBlock,
};
use crate::mask::Mask;
use crate::multi_head::KeyValueCache;
use crate::tape::{Attended, Var};

/// The keys and values that the next token of a [`DecoderBlock`] attends to.
// ANCHOR: block_cache
#[derive(Clone, Debug)]
pub struct BlockCache {
    /// Of the target tokens so far.
    pub target: KeyValueCache,
    /// Of the source, the same at every step.
    pub source: KeyValueCache,
}
// ANCHOR_END: block_cache

/// The state of a [`Decoder`] between two steps.
// ANCHOR: decoder_cache
#[derive(Clone, Debug)]
pub struct DecoderCache {
    /// The keys and values of each block.
    pub blocks: Vec<BlockCache>,
    /// How many tokens of each source are not padding: `[batch]`
    pub source_lens: Vec<usize>,
}
// ANCHOR_END: decoder_cache

impl DecoderCache {
    /// Returns the position of the next token, which is the number of tokens so far.
    pub fn position(&self) -> usize {
        self.blocks.first().map_or(0, |block| block.target.len())
    }

    /// Returns the cache of these sentences of the batch, in this order; they may repeat.
    #[must_use]
    pub fn select(&self, sentences: &[usize]) -> Self {
        let select = |block: &BlockCache| BlockCache {
            target: block.target.select(sentences),
            source: block.source.select(sentences),
        };
        let lens = sentences.iter().map(|&row| self.source_lens[row]);
        Self {
            blocks: self.blocks.iter().map(select).collect(),
            source_lens: lens.collect(),
        }
    }
}

impl EncoderBlock {
    /// Computes [`forward`](EncoderBlock::forward) for tokens that follow the tokens in the cache
    /// and attend to them.
    ///
    /// The weights are `[batch, heads, steps, keys]`, with the keys of the cache before the new
    /// ones.
    // ANCHOR: encoder_block_forward_cached
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        cache: &mut KeyValueCache,
        mask: &Mask,
    ) -> Attended<'t> {
        let inner = self.around_attention.before(x);
        let own = self.attention.forward_cached(inner, cache, mask);
        let x = self.around_attention.after(x, own.output);

        Attended { output: self.last_sublayer(x), ..own }
    }
    // ANCHOR_END: encoder_block_forward_cached
}

impl DecoderBlock {
    /// Computes [`forward`](DecoderBlock::forward) for tokens that follow the tokens in the cache
    /// and attend to them.
    ///
    /// In [`BlockOutput`], the keys of the cache come before the new ones.
    // ANCHOR: decoder_block_forward_cached
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        cache: &mut BlockCache,
        mask: &Mask,
        source_mask: &Mask,
    ) -> BlockOutput<'t> {
        let inner = self.around_attention.before(x);
        let target = &mut cache.target;
        let own = self.attention.forward_cached(inner, target, mask);
        let x = self.around_attention.after(x, own.output);

        let inner = self.around_cross_attention.before(x);
        let source = cache.source.on_tape(x.tape());
        let cross =
            self.cross_attention.attend_to(inner, source, source_mask);
        let x = self.around_cross_attention.after(x, cross.output);

        BlockOutput {
            output: self.last_sublayer(x),
            weights: own.weights,
            cross_weights: cross.weights,
        }
    }
    // ANCHOR_END: decoder_block_forward_cached
}

impl Decoder {
    /// Creates a cache with the keys and values of the source in every block, and without target
    /// tokens.
    #[track_caller]
    pub fn start<'t>(
        &self,
        encoded: Var<'t>, // [batch, source steps, hidden]
        source_lens: &[usize],
    ) -> DecoderCache {
        let start = |block: &DecoderBlock| BlockCache {
            target: KeyValueCache::default(),
            source: KeyValueCache::new(
                block
                    .cross_attention
                    .project_keys_values(encoded, encoded),
            ),
        };
        DecoderCache {
            blocks: self.blocks.iter().map(start).collect(),
            source_lens: source_lens.to_vec(),
        }
    }

    /// Computes [`forward`](Decoder::forward) for tokens that follow the tokens in the cache and
    /// attend to them.
    ///
    /// In [`DecoderOutput`], the keys of the cache come before the new ones.
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        mut x: Var<'t>, // [batch, steps, hidden]
        cache: &mut DecoderCache,
        mask: &Mask,
    ) -> DecoderOutput<'t> {
        let (own, given) = (self.blocks.len(), cache.blocks.len());
        assert!(
            own == given,
            "decoder: {own} blocks, and a cache of {given}"
        );
        let source = Mask::valid_lens(cache.source_lens.as_slice());
        let (mut weights, mut cross_weights) = (Vec::new(), Vec::new());
        for (block, seen) in self.blocks.iter().zip(&mut cache.blocks) {
            let decoded = block.forward_cached(x, seen, mask, &source);
            x = decoded.output; // [batch, steps, hidden]
            weights.push(decoded.weights);
            cross_weights.push(decoded.cross_weights);
        }
        let output = self.norm.as_ref().map_or(x, |n| n.forward(x));
        DecoderOutput { output, weights, cross_weights }
    }
}
