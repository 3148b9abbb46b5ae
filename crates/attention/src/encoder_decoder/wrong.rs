//! Common mistakes in recurrent encoder-decoders, for tests that must find them.
//!
//! A [`Changed`](super::Changed) model computes, trains, and translates. Only a comparison reveals
//! the mistakes.

use crate::data::Padded;
use crate::encoder_decoder::{
    Change, Decoded, DecodedStep, EncoderDecoder, FixedContext,
    FixedContextState,
};
use crate::nn::Tokens;
use crate::tape::Tape;

/// The decoder's own last state is the context.
///
/// With teacher forcing, one call reads the whole target, and the state at its start is the
/// encoder's, which is correct. In autoregressive decoding, the state at the start of each call is
/// the decoder's own, an input for which the model was not trained.
#[derive(Clone, Copy, Debug)]
pub struct ContextFromState;

impl Change<FixedContext> for ContextFromState {
    fn step<'t>(
        &self,
        model: &FixedContext,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &FixedContextState<'t>,
    ) -> (DecodedStep<'t>, FixedContextState<'t>) {
        let layers = model.gru.layers.len();
        // wrong: the decoder's own state
        let context = state.state.index(0, layers - 1);
        let state = state.state;
        model.step(tape, tokens, &FixedContextState { context, state })
    }
}

/// The padding of a source is read as tokens.
///
/// The translation of a sentence then depends on the longer sentences in its batch.
#[derive(Clone, Copy, Debug)]
pub struct ReadsPadding;

/// Returns the same tokens, with lengths that include the padding.
fn all_steps(source: &Padded) -> Padded {
    Padded {
        tokens: source.tokens.clone(),
        lens: vec![source.steps(); source.lens.len()],
    }
}

impl<M: EncoderDecoder> Change<M> for ReadsPadding {
    fn start<'t>(
        &self,
        model: &M,
        tape: &'t Tape,
        source: &Padded,
    ) -> M::State<'t> {
        model.start(tape, &all_steps(source))
    }

    fn forward<'t>(
        &self,
        model: &M,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        model.forward(tape, &all_steps(source), inputs)
    }
}
