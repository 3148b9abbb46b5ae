//! The encoder.

use rand::Rng;

use super::{Arrangement, Config, EncoderBlock};
use crate::mask::Mask;
use crate::nn::{ConfigError, LayerNorm, Module, Visitor};
use crate::tape::Var;

/// Blocks one after the other, and with [pre-norm](Arrangement::PreNorm) a normalization of the result:
/// there nothing else normalizes it.
///
/// | parameter | shape |
/// |---|---|
/// | `blocks.0.*`, `blocks.1.*`, .. | see [`EncoderBlock`] |
/// | `norm.weight`, `norm.bias` | `[hidden]`, with pre-norm |
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{Config, Encoder};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let config = Config::new(24, 8).feed_forward(48).blocks(2);
/// let encoder = Encoder::new(&config, &mut ChaCha8Rng::seed_from_u64(0))?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let x = tape.constant(Array3::ones((2, 100, 24)));
/// let encoded = encoder.forward(x, &Mask::valid_lens([3, 2]));
/// assert_eq!(encoded.output.shape(), [2, 100, 24]);
/// assert_eq!(encoded.weights.len(), 2); // one array for each block
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
// ANCHOR: encoder
pub struct Encoder {
    /// In their order.
    pub blocks: Vec<EncoderBlock>,
    /// Of the result, with pre-norm.
    pub norm: Option<LayerNorm>,
}
// ANCHOR_END: encoder

/// What an [`Encoder`] gives.
#[derive(Clone, Debug)]
pub struct Encoded<'t> {
    /// `[batch, steps, hidden]`
    pub output: Var<'t>,
    /// Of each block: `[batch, heads, steps, steps]`.
    pub weights: Vec<Var<'t>>,
}

impl Encoder {
    /// An encoder with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if a size is 0, or if the heads cannot share the hidden numbers.
    // ANCHOR: encoder_new
    pub fn new(
        config: &Config,
        rng: &mut impl Rng,
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

    /// The vectors of the tokens after the last block.
    ///
    /// # Shapes
    ///
    /// `[batch, steps, hidden]` to `[batch, steps, hidden]`.
    ///
    /// # Panics
    ///
    /// If the sizes or the mask do not fit.
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
        let output = match &self.norm {
            Some(norm) => norm.forward(x),
            None => x,
        };
        Encoded { output, weights }
    }
    // ANCHOR_END: encoder_forward
}

/// With pre-norm nothing in the last block normalizes the sum.
// ANCHOR: final_norm
pub(super) fn final_norm(config: &Config) -> Option<LayerNorm> {
    match config.arrangement {
        Arrangement::PreNorm => Some(LayerNorm::new(config.hidden)),
        _ => None,
    }
}
// ANCHOR_END: final_norm

impl Module for Encoder {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        for (place, block) in self.blocks.iter().enumerate() {
            visitor.module(&format!("blocks.{place}"), block);
        }
        if let Some(norm) = &self.norm {
            visitor.module("norm", norm);
        }
    }
}
