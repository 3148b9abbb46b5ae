//! The block of a decoder with a source.

use rand::Rng;

use super::{AddNorm, Config, FeedForward};
use crate::mask::Mask;
use crate::multi_head::{MultiHead, MultiHeadConfig};
use crate::nn::{ConfigError, Module, Visitor};
use crate::tape::Var;

/// Self-attention, cross-attention, and a feed-forward network, each with an [`AddNorm`] around it.
///
/// The queries of the cross-attention come from the self-attention of the same block, after add and
/// norm; its keys and values come from the encoder.
///
/// | parameter | shape |
/// |---|---|
/// | `attention.*`, `cross_attention.*` | see [`MultiHead`], with `hidden` for all sizes |
/// | `feed_forward.*` | see [`FeedForward`], from `hidden` to `hidden` |
/// | `around_attention.*`, `around_cross_attention.*`, `around_feed_forward.*` | see [`AddNorm`] |
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Section 3.1.
// ANCHOR: decoder_block
#[derive(Clone, Debug)]
pub struct DecoderBlock {
    /// Self-attention among the target tokens.
    pub attention: MultiHead,
    /// Add and norm around it.
    pub around_attention: AddNorm,
    /// Attention to the source.
    pub cross_attention: MultiHead,
    /// Add and norm around it.
    pub around_cross_attention: AddNorm,
    /// The network for each token alone.
    pub feed_forward: FeedForward,
    /// Add and norm around it.
    pub around_feed_forward: AddNorm,
}
// ANCHOR_END: decoder_block

/// The results of a [`DecoderBlock`].
// ANCHOR: block_output
#[derive(Clone, Copy, Debug)]
pub struct BlockOutput<'t> {
    /// `[batch, steps, hidden]`
    pub output: Var<'t>,
    /// Of the self-attention: `[batch, heads, steps, steps]`
    pub weights: Var<'t>,
    /// `[batch, heads, steps, source steps]`
    pub cross_weights: Var<'t>,
}
// ANCHOR_END: block_output

impl DecoderBlock {
    /// Creates a block with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if a size is 0, or if the heads do not divide `hidden`.
    // ANCHOR: decoder_block_new
    pub fn new(
        config: &Config,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        config.check()?;
        let (hidden, width) = (config.hidden, config.feed_forward);
        let heads = MultiHeadConfig::new(hidden, config.heads)
            .dropout(config.dropout);
        Ok(Self {
            attention: MultiHead::new(&heads, rng)?,
            around_attention: AddNorm::new(config),
            cross_attention: MultiHead::new(&heads, rng)?,
            around_cross_attention: AddNorm::new(config),
            feed_forward: FeedForward::new(hidden, width, hidden, rng),
            around_feed_forward: AddNorm::new(config),
        })
    }
    // ANCHOR_END: decoder_block_new

    /// Returns a new vector for each token, and the weights of each head.
    // ANCHOR: decoder_block_forward
    #[track_caller]
    pub fn forward<'t>(
        &self,
        x: Var<'t>,       // [batch, steps, hidden]
        encoded: Var<'t>, // [batch, source steps, hidden]
        mask: &Mask,
        source_mask: &Mask,
    ) -> BlockOutput<'t> {
        let inner = self.around_attention.before(x);
        let own = self.attention.forward(inner, inner, inner, mask);
        let x = self.around_attention.after(x, own.output);

        let inner = self.around_cross_attention.before(x);
        let cross = self.cross_attention.forward(
            inner,
            encoded,
            encoded,
            source_mask,
        );
        let x = self.around_cross_attention.after(x, cross.output);

        BlockOutput {
            output: self.last_sublayer(x),
            weights: own.weights,
            cross_weights: cross.weights,
        }
    }

    /// Returns the result of the network, with its add and norm.
    #[track_caller]
    pub(super) fn last_sublayer<'t>(&self, x: Var<'t>) -> Var<'t> {
        let inner = self.around_feed_forward.before(x);
        let result = self.feed_forward.forward(inner);
        self.around_feed_forward.after(x, result)
    }
    // ANCHOR_END: decoder_block_forward
}

impl Module for DecoderBlock {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("attention", &self.attention);
        visitor.module("around_attention", &self.around_attention);
        visitor.module("cross_attention", &self.cross_attention);
        visitor.module(
            "around_cross_attention",
            &self.around_cross_attention,
        );
        visitor.module("feed_forward", &self.feed_forward);
        visitor
            .module("around_feed_forward", &self.around_feed_forward);
    }
}
