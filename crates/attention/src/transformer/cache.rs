//! Tokens that follow others, whose keys and values are at hand: what a model does when it writes.

use super::{
    BlockOutput, Decoder, DecoderBlock, DecoderOutput, EncoderBlock,
    Transformer,
};
use crate::mask::Mask;
use crate::multi_head::KeyValueCache;
use crate::nn::Tokens;
use crate::tape::{Attended, Tape, Var};

/// The keys and values that the next token of a [`DecoderBlock`] looks at.
#[derive(Clone, Copy, Debug)]
pub struct BlockCache<'t> {
    /// Of the target tokens so far.
    pub target: KeyValueCache<'t>,
    /// Of the source, the same at every step.
    pub source: KeyValueCache<'t>,
}

/// What a [`Decoder`] carries from step to step.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{Config, Decoder};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let decoder = Decoder::new(&Config::new(24, 8), &mut ChaCha8Rng::seed_from_u64(0))?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let mut cache = decoder.start(tape.constant(Array3::ones((2, 7, 24))), &[3, 2]);
/// let x = tape.constant(Array3::ones((2, 5, 24)));
/// let decoded = decoder.forward_cached(x, &mut cache, &Mask::causal());
/// assert_eq!(decoded.output.shape(), [2, 5, 24]);
/// assert_eq!(cache.position(), 5); // of the token that comes next
/// assert_eq!(cache.select(&[1, 1, 0]).source_lens, [2, 2, 3]);
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DecoderCache<'t> {
    /// The keys and values of each block.
    pub blocks: Vec<BlockCache<'t>>,
    /// How many tokens of each source are no padding: `[batch]`.
    pub source_lens: Vec<usize>,
}

impl DecoderCache<'_> {
    /// The position of the token that comes next: how many there are so far.
    pub fn position(&self) -> usize {
        self.blocks.first().map_or(0, |block| block.target.len())
    }

    /// That of these sentences of the batch, in this order; one may be asked for twice.
    ///
    /// # Panics
    ///
    /// If there is no such sentence.
    #[must_use]
    pub fn select(&self, sentences: &[usize]) -> Self {
        let blocks = self.blocks.iter().map(|block| BlockCache {
            target: block.target.select(sentences),
            source: block.source.select(sentences),
        });
        Self {
            blocks: blocks.collect(),
            source_lens: sentences
                .iter()
                .map(|&row| self.source_lens[row])
                .collect(),
        }
    }
}

impl EncoderBlock {
    /// [`forward`](EncoderBlock::forward) for tokens that follow those in the cache, and look at them, too.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, hidden]`, to `[batch, steps, hidden]` and `[batch, heads, steps, keys]`, where
    /// the keys are those of the cache and the new ones.
    ///
    /// # Panics
    ///
    /// If the sizes or the mask do not fit.
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        cache: &mut KeyValueCache<'t>,
        mask: &Mask,
    ) -> Attended<'t> {
        let inner = self.around_attention.before(x);
        let attended =
            self.attention.forward_cached(inner, cache, mask);
        let x = self.around_attention.after(x, attended.output);

        let inner = self.around_feed_forward.before(x);
        let result = self.feed_forward.forward(inner);
        let output = self.around_feed_forward.after(x, result);
        Attended { output, ..attended }
    }
}

impl DecoderBlock {
    /// [`forward`](DecoderBlock::forward) for tokens that follow those in the cache, and look at them, too.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, hidden]`; in [`BlockOutput`], the keys of the target are those of the cache and
    /// the new ones.
    ///
    /// # Panics
    ///
    /// If the sizes or a mask do not fit.
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        cache: &mut BlockCache<'t>,
        mask: &Mask,
        source_mask: &Mask,
    ) -> BlockOutput<'t> {
        let BlockCache { target, source } = cache;
        let inner = self.around_attention.before(x);
        let own = self.attention.forward_cached(inner, target, mask);
        let x = self.around_attention.after(x, own.output);

        let inner = self.around_cross_attention.before(x);
        let cross =
            self.cross_attention.attend_to(inner, source, source_mask);
        let x = self.around_cross_attention.after(x, cross.output);

        let inner = self.around_feed_forward.before(x);
        let result = self.feed_forward.forward(inner);
        BlockOutput {
            output: self.around_feed_forward.after(x, result),
            weights: own.weights,
            cross_weights: cross.weights,
        }
    }
}

impl Decoder {
    /// What the first token finds: the keys and values of the source in every block, and no target token.
    ///
    /// # Shapes
    ///
    /// `encoded`: `[batch, source steps, hidden]`, `source_lens`: `[batch]`.
    ///
    /// # Panics
    ///
    /// If the last axis has another size than `hidden`.
    #[track_caller]
    pub fn start<'t>(
        &self,
        encoded: Var<'t>, // [batch, source steps, hidden]
        source_lens: &[usize],
    ) -> DecoderCache<'t> {
        let blocks = self.blocks.iter().map(|block| BlockCache {
            target: KeyValueCache::default(),
            source: block
                .cross_attention
                .project_keys_values(encoded, encoded),
        });
        DecoderCache {
            blocks: blocks.collect(),
            source_lens: source_lens.to_vec(),
        }
    }

    /// [`forward`](Decoder::forward) for tokens that follow those in the cache, and look at them, too.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, hidden]`; in [`DecoderOutput`], the keys of the target are those of the cache
    /// and the new ones.
    ///
    /// # Panics
    ///
    /// If the sizes or the mask do not fit, or if the cache is of another decoder.
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        mut x: Var<'t>, // [batch, steps, hidden]
        cache: &mut DecoderCache<'t>,
        mask: &Mask,
    ) -> DecoderOutput<'t> {
        let [own, given] = [self.blocks.len(), cache.blocks.len()];
        assert!(
            own == given,
            "decoder: {own} blocks, and a cache of {given}"
        );
        let source_mask =
            Mask::valid_lens(cache.source_lens.as_slice());
        let (mut weights, mut cross_weights) = (Vec::new(), Vec::new());
        for (block, cache) in self.blocks.iter().zip(&mut cache.blocks)
        {
            let decoded =
                block.forward_cached(x, cache, mask, &source_mask);
            x = decoded.output; // [batch, steps, hidden]
            weights.push(decoded.weights);
            cross_weights.push(decoded.cross_weights);
        }
        let output =
            self.norm.as_ref().map_or(x, |norm| norm.forward(x));
        DecoderOutput {
            output,
            weights,
            cross_weights,
        }
    }
}

impl Transformer {
    /// [`decode`](Transformer::decode) for target tokens that follow those in the cache.
    ///
    /// # Shapes
    ///
    /// `tokens`: `[batch, steps]`; in [`DecoderOutput`], the keys of the target are those of the cache and
    /// the new ones.
    ///
    /// # Panics
    ///
    /// If the tokens are of another vocabulary, or if the cache is of another model or batch.
    // ANCHOR: decode_cached
    #[track_caller]
    pub fn decode_cached<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
        cache: &mut DecoderCache<'t>,
        mask: &Mask,
    ) -> DecoderOutput<'t> {
        let x = self.target.forward(tape, tokens, cache.position());
        self.decoder.forward_cached(x, cache, mask)
    }
    // ANCHOR_END: decode_cached
}
