//! Transformers with common mistakes. Each has the shapes of the right one, trains, and writes
//! something.

use super::{DecoderCache, Transformer};
use crate::data::Padded;
use crate::encoder_decoder::{Decoded, DecodedStep, Wrapper};
use crate::mask::Mask;
use crate::nn::{Module, Tokens, Visitor};
use crate::tape::Tape;

/// Every step adds position 0 to its token.
///
/// In training, all tokens come at once and their positions are right. A step reads a single token,
/// so a layer that counts positions from the start of its input assigns position 0 to every written
/// token.
#[derive(Clone, Debug)]
pub struct AlwaysPositionZero(pub Transformer);

/// The decoder has no causal mask, so tokens also attend to later tokens.
///
/// With teacher forcing, the model learns to copy the next token from its input. The loss falls
/// below the entropy floor, and in use, where there is no next token, the model fails.
#[derive(Clone, Debug)]
pub struct LooksAhead(pub Transformer);

impl Wrapper for AlwaysPositionZero {
    type Inner = Transformer;

    fn inner(&self) -> &Transformer {
        &self.0
    }

    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        cache: &DecoderCache,
    ) -> (DecodedStep<'t>, DecoderCache) {
        let (tokens, mut cache) =
            (tokens.insert_axis(1), cache.clone());
        let x = self.0.target.forward(tape, &tokens, 0);
        let decoder = &self.0.decoder;
        let decoded =
            decoder.forward_cached(x, &mut cache, &Mask::causal());
        let logits = self.0.logits(decoded.output.index(1, 0));
        let weights = None;
        (DecodedStep { logits, weights }, cache)
    }
}

impl Wrapper for LooksAhead {
    type Inner = Transformer;

    fn inner(&self) -> &Transformer {
        &self.0
    }

    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        let encoded = self.0.encode(tape, source).output;
        let (all, own) = (Mask::all(), source.mask());
        let decoded = self.0.decode(tape, inputs, encoded, &all, &own);
        Decoded { logits: self.0.logits(decoded.output), weights: None }
    }
}

impl Module for AlwaysPositionZero {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.0.visit(visitor);
    }
}

impl Module for LooksAhead {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.0.visit(visitor);
    }
}
