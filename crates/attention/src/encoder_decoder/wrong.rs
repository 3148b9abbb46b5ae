//! Common mistakes in recurrent encoder-decoders, for tests that must find them.
//!
//! Both models compute, train, and translate. Only a comparison reveals the mistakes.

use crate::data::Padded;
use crate::encoder_decoder::{
    Decoded, DecodedStep, EncoderDecoder, FixedContext,
    FixedContextState, Wrapper,
};
use crate::nn::{Module, Tokens, Visitor};
use crate::tape::Tape;

/// A [`FixedContext`] that uses its own last state as the context.
///
/// With teacher forcing, one call reads the whole target, and the state at its start is the
/// encoder's, which is correct. In autoregressive decoding, the state at the start of each call is
/// the decoder's own, an input for which the model was not trained.
#[derive(Clone, Debug)]
pub struct ContextFromState(pub FixedContext);

impl Module for ContextFromState {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.0.visit(visitor);
    }
}

impl Wrapper for ContextFromState {
    type Inner = FixedContext;

    fn inner(&self) -> &FixedContext {
        &self.0
    }

    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &FixedContextState<'t>,
    ) -> (DecodedStep<'t>, FixedContextState<'t>) {
        let layers = self.0.gru.layers.len();
        // wrong: the decoder's own state
        let context = state.state.index(0, layers - 1);
        let state = state.state;
        self.0.step(tape, tokens, &FixedContextState { context, state })
    }
}

/// A model that reads the padding of its source as tokens.
///
/// The translation of a sentence then depends on the longer sentences in its batch.
#[derive(Clone, Debug)]
pub struct ReadsPadding<M>(pub M);

impl<M: Module> Module for ReadsPadding<M> {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.0.visit(visitor);
    }
}

/// Returns the same tokens, with lengths that include the padding.
fn all_steps(source: &Padded) -> Padded {
    Padded {
        tokens: source.tokens.clone(),
        lens: vec![source.steps(); source.lens.len()],
    }
}

impl<M: EncoderDecoder> Wrapper for ReadsPadding<M> {
    type Inner = M;

    fn inner(&self) -> &M {
        &self.0
    }

    fn start<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> M::State<'t> {
        self.0.start(tape, &all_steps(source))
    }

    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        self.0.forward(tape, &all_steps(source), inputs)
    }
}
