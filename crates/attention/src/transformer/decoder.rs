//! The decoder with a source.

use rand::Rng;

use super::encoder::final_norm;
use super::{Config, DecoderBlock};
use crate::mask::Mask;
use crate::nn::{ConfigError, LayerNorm, Module, Visitor};
use crate::tape::Var;

/// A stack of blocks, followed by a norm with [pre-norm](super::Arrangement::PreNorm).
///
/// | parameter | shape |
/// |---|---|
/// | `blocks.0.*`, `blocks.1.*`, .. | see [`DecoderBlock`] |
/// | `norm.weight`, `norm.bias` | `[hidden]`, with pre-norm |
// ANCHOR: decoder
#[derive(Clone, Debug)]
pub struct Decoder {
    /// The blocks, in order.
    pub blocks: Vec<DecoderBlock>,
    /// The last norm, with pre-norm.
    pub norm: Option<LayerNorm>,
}
// ANCHOR_END: decoder

/// The results of a [`Decoder`].
// ANCHOR: decoder_output
#[derive(Clone, Debug)]
pub struct DecoderOutput<'t> {
    /// `[batch, steps, hidden]`
    pub output: Var<'t>,
    /// Of each block: `[batch, heads, steps, steps]`
    pub weights: Vec<Var<'t>>,
    /// Of each block: `[batch, heads, steps, source steps]`
    pub cross_weights: Vec<Var<'t>>,
}
// ANCHOR_END: decoder_output

impl Decoder {
    /// Creates a decoder with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if a size is 0, or if the heads do not divide `hidden`.
    // ANCHOR: decoder_new
    pub fn new(
        config: &Config,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        config.check()?;
        let blocks =
            (0..config.blocks).map(|_| DecoderBlock::new(config, rng));
        Ok(Self {
            blocks: blocks.collect::<Result<_, _>>()?,
            norm: final_norm(config),
        })
    }
    // ANCHOR_END: decoder_new

    /// Returns the vectors of the tokens after the last block.
    ///
    /// The mask of the target is [causal](Mask::causal) in a model that writes; the mask of the
    /// source removes its padding.
    // ANCHOR: decoder_forward
    #[track_caller]
    pub fn forward<'t>(
        &self,
        mut x: Var<'t>,   // [batch, steps, hidden]
        encoded: Var<'t>, // [batch, source steps, hidden]
        mask: &Mask,
        source_mask: &Mask,
    ) -> DecoderOutput<'t> {
        let (mut weights, mut cross_weights) = (Vec::new(), Vec::new());
        for block in &self.blocks {
            let decoded = block.forward(x, encoded, mask, source_mask);
            x = decoded.output; // [batch, steps, hidden]
            weights.push(decoded.weights);
            cross_weights.push(decoded.cross_weights);
        }
        let output = self.norm.as_ref().map_or(x, |n| n.forward(x));
        DecoderOutput { output, weights, cross_weights }
    }
    // ANCHOR_END: decoder_forward
}

impl Module for Decoder {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("blocks", &self.blocks);
        visitor.module("norm", &self.norm);
    }
}
