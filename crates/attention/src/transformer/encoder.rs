use rand::Rng;

use super::{Arrangement, Config, EncoderBlock};
use crate::mask::Mask;
use crate::nn::{ConfigError, LayerNorm, Module, Visitor};
use crate::tape::Var;

/// A stack of blocks, followed by a norm with [pre-norm](Arrangement::PreNorm), where nothing else
/// normalizes the result.
///
/// | parameter | shape |
/// |---|---|
/// | `blocks.0.*`, `blocks.1.*`, .. | see [`EncoderBlock`] |
/// | `norm.weight`, `norm.bias` | `[hidden]`, with pre-norm |
// ANCHOR: encoder
#[derive(Clone, Debug)]
pub struct Encoder {
    /// The blocks, in order.
    pub blocks: Vec<EncoderBlock>,
    /// The last norm, with pre-norm.
    pub norm: Option<LayerNorm>,
}
// ANCHOR_END: encoder

/// The results of an [`Encoder`].
// ANCHOR: encoded
#[derive(Clone, Debug)]
pub struct Encoded<'t> {
    /// `[batch, steps, hidden]`
    pub output: Var<'t>,
    /// Of each block: `[batch, heads, steps, steps]`
    pub weights: Vec<Var<'t>>,
}
// ANCHOR_END: encoded

impl Encoder {
    /// Creates an encoder with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if a size is 0, or if the heads do not divide `hidden`.
    // ANCHOR: encoder_new
    pub fn new(
        config: &Config,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        config.check()?;
        let blocks =
            (0..config.blocks).map(|_| EncoderBlock::new(config, rng));
        Ok(Self {
            blocks: blocks.collect::<Result<_, _>>()?,
            norm: final_norm(config),
        })
    }
    // ANCHOR_END: encoder_new

    /// Returns the vectors of the tokens after the last block.
    // ANCHOR: encoder_forward
    #[track_caller]
    pub fn forward<'t>(
        &self,
        mut x: Var<'t>,
        mask: &Mask,
    ) -> Encoded<'t> {
        let mut weights = Vec::new();
        for block in &self.blocks {
            let attended = block.forward(x, mask);
            x = attended.output; // [batch, steps, hidden]
            weights.push(attended.weights);
        }
        let output = self.norm.as_ref().map_or(x, |n| n.forward(x));
        Encoded { output, weights }
    }
    // ANCHOR_END: encoder_forward
}

/// Returns the last norm of a stack with pre-norm.
// ANCHOR: final_norm
pub(crate) fn final_norm(config: &Config) -> Option<LayerNorm> {
    match config.arrangement {
        Arrangement::PreNorm => Some(LayerNorm::new(config.hidden)),
        _ => None,
    }
}
// ANCHOR_END: final_norm

impl Module for Encoder {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("blocks", &self.blocks);
        visitor.module("norm", &self.norm);
    }
}
