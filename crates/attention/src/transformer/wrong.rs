//! Common mistakes in Transformers. A [`Changed`](crate::encoder_decoder::Changed) model has the
//! shapes of the right one, trains, and writes something.

use super::{DecoderCache, Transformer};
use crate::data::Padded;
use crate::encoder_decoder::{Change, Decoded, DecodedStep};
use crate::mask::Mask;
use crate::nn::Tokens;
use crate::tape::Tape;

/// Every step adds position 0 to its token.
///
/// In training, all tokens come at once and their positions are right. A step reads a single token,
/// so a layer that counts positions from the start of its input assigns position 0 to every written
/// token.
#[derive(Clone, Copy, Debug)]
pub struct AlwaysPositionZero;

impl Change<Transformer> for AlwaysPositionZero {
    fn step<'t>(
        &self,
        model: &Transformer,
        tape: &'t Tape,
        tokens: &Tokens,
        cache: &DecoderCache,
    ) -> (DecodedStep<'t>, DecoderCache) {
        let (tokens, mut cache) =
            (tokens.insert_axis(1), cache.clone());
        let x = model.target.forward(tape, &tokens, 0);
        let decoder = &model.decoder;
        let decoded =
            decoder.forward_cached(x, &mut cache, &Mask::causal());
        let logits = model.logits(decoded.output.index(1, 0));
        let weights = None;
        (DecodedStep { logits, weights }, cache)
    }
}

/// The decoder has no causal mask, so tokens also attend to later tokens.
///
/// With teacher forcing, the model learns to copy the next token from its input. The loss falls
/// below the entropy floor, and in use, where there is no next token, the model fails.
#[derive(Clone, Copy, Debug)]
pub struct LooksAhead;

impl Change<Transformer> for LooksAhead {
    fn forward<'t>(
        &self,
        model: &Transformer,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        let encoded = model.encode(tape, source).output;
        let (all, own) = (Mask::all(), source.mask());
        let decoded = model.decode(tape, inputs, encoded, &all, &own);
        Decoded { logits: model.logits(decoded.output), weights: None }
    }
}
