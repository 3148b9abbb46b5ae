//! All attention weights of a sentence.

use super::Transformer;
use crate::data::Padded;
use crate::mask::Mask;
use crate::nn::Tokens;
use crate::tape::{Tape, Var};

/// All attention weights of a [`Transformer`], one array for each block.
#[derive(Clone, Debug)]
pub struct Maps<'t> {
    /// Self-attention of the encoder: `[batch, heads, source steps, source steps]`.
    pub encoder: Vec<Var<'t>>,
    /// Self-attention of the decoder: `[batch, heads, steps, steps]`.
    pub decoder: Vec<Var<'t>>,
    /// Cross-attention: `[batch, heads, steps, source steps]`.
    pub cross: Vec<Var<'t>>,
}

impl Transformer {
    /// Returns the weights of all blocks and heads when the decoder reads these tokens.
    #[track_caller]
    pub fn maps<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Maps<'t> {
        let encoded = self.encode(tape, source);
        let (mask, source_mask) = (Mask::causal(), source.mask());
        let decoded = self.decode(
            tape,
            inputs,
            encoded.output,
            &mask,
            &source_mask,
        );
        Maps {
            encoder: encoded.weights,
            decoder: decoded.weights,
            cross: decoded.cross_weights,
        }
    }
}
