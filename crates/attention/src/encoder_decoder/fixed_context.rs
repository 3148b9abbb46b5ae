//! A decoder that receives the source in one vector.

use rand::Rng;

use super::{
    Decoded, DecodedStep, Encoder, EncoderDecoder, RecurrentConfig,
};
use crate::data::Padded;
use crate::nn::{
    Dropout, Embedding, Gru, Linear, Module, Tokens, Visitor,
};
use crate::tape::{Tape, Var, concat, stack};

/// An encoder-decoder whose decoder receives only the final encoder state.
///
/// This vector, the context, is the first decoder state and part of the input at every step.
///
/// | parameter | shape |
/// |---|---|
/// | `encoder.*` | see [`Encoder`] |
/// | `embedding.weight` | `[target_vocab, embed]` |
/// | `gru.*` | see [`Gru`], with `embed + hidden` inputs |
/// | `output.weight`, `output.bias` | `[hidden, target_vocab]`, `[target_vocab]` |
///
/// # Source
///
/// Cho et al. (2014), *Learning phrase representations using RNN encoder-decoder for statistical
/// machine translation*, Section 2.2. There, the context and the last token are also inputs of the
/// output layer.
// ANCHOR: fixed_context
#[derive(Clone, Debug)]
pub struct FixedContext {
    /// The encoder of the source.
    pub encoder: Encoder,
    /// A vector for each token of the target language.
    pub embedding: Embedding,
    /// The GRU that reads the last token and the context.
    pub gru: Gru,
    /// From a decoder state to logits.
    pub output: Linear,
    /// The dropout of entries of vectors during training.
    pub dropout: Dropout,
}

/// The state that [`FixedContext`] passes from step to step.
#[derive(Clone, Copy, Debug)]
pub struct FixedContextState<'t> {
    /// From the encoder, the same at every step: `[batch, hidden]`.
    pub context: Var<'t>,
    /// The decoder state: `[layers, batch, hidden]`.
    pub state: Var<'t>,
}
// ANCHOR_END: fixed_context

impl FixedContext {
    /// Creates a model with random parameters.
    ///
    /// # Panics
    ///
    /// If there are no layers.
    #[track_caller]
    pub fn new(config: &RecurrentConfig, rng: &mut dyn Rng) -> Self {
        let (embed, hidden) = (config.embed, config.hidden);
        let mut gru =
            Gru::new(embed + hidden, hidden, config.layers, rng);
        gru.dropout = config.dropout;
        Self {
            encoder: Encoder::new(config, rng),
            embedding: Embedding::new(config.target_vocab, embed, rng),
            gru,
            output: Linear::new(hidden, config.target_vocab, rng),
            dropout: config.dropout,
        }
    }
}

impl EncoderDecoder for FixedContext {
    type State<'t> = FixedContextState<'t>;

    // ANCHOR: fixed_context_start
    fn start<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> FixedContextState<'t> {
        let read = self.encoder.forward(tape, source);
        let context = read.state.index(0, self.gru.layers.len() - 1);
        let state = read.state;
        FixedContextState { context, state }
    }
    // ANCHOR_END: fixed_context_start

    // ANCHOR: fixed_context_step
    #[track_caller]
    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch]
        state: &FixedContextState<'t>,
    ) -> (DecodedStep<'t>, FixedContextState<'t>) {
        let context = state.context; // [batch, hidden]
        // [batch, embed]
        let embedded = self.embedding.forward(tape, tokens);
        let embedded = self.dropout.forward(embedded);
        let read =
            self.gru.step(concat(&[context, embedded], 1), state.state);
        // [batch, vocab]
        let logits = self.output.forward(read.outputs);
        let weights = None;
        let state = read.state;
        (
            DecodedStep { logits, weights },
            FixedContextState { context, state },
        )
    }
    // ANCHOR_END: fixed_context_step

    fn select<'t>(
        state: &Self::State<'t>,
        rows: &[usize],
    ) -> Self::State<'t> {
        FixedContextState {
            context: state.context.select(0, rows),
            state: state.state.select(1, rows),
        }
    }

    // ANCHOR: fixed_context_forward
    #[track_caller]
    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens, // [batch, steps]
    ) -> Decoded<'t> {
        let FixedContextState { context, state } =
            self.start(tape, source);
        let embedded =
            self.dropout.forward(self.embedding.forward(tape, inputs));
        let [_batch, steps, _embed] = embedded.dims();
        // [batch, steps, hidden]
        let contexts = stack(&vec![context; steps], 1);
        let read = self
            .gru
            .forward(concat(&[contexts, embedded], 2), Some(state));
        // [batch, steps, vocab]
        let logits = self.output.forward(read.outputs);
        let weights = None;
        Decoded { logits, weights }
    }
    // ANCHOR_END: fixed_context_forward

    fn target_vocab(&self) -> usize {
        self.output.weight.shape()[1]
    }
}

impl Module for FixedContext {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("encoder", &self.encoder);
        visitor.module("embedding", &self.embedding);
        visitor.module("gru", &self.gru);
        visitor.module("output", &self.output);
    }
}
