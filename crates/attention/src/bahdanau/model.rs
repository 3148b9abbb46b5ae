//! The encoder-decoder with additive attention.

mod all_steps;

use rand::Rng;

use crate::data::Padded;
use crate::encoder_decoder::{
    Decoded, DecodedStep, Encoder, EncoderDecoder, RecurrentConfig,
};
use crate::mask::Mask;
use crate::nn::{
    Dropout, Embedding, Gru, Linear, Module, Tokens, Visitor,
};
use crate::scoring_functions::AdditiveAttention;
use crate::tape::{Tape, Var, concat};

/// An encoder-decoder whose decoder attends to all encoder states at every step.
///
/// The query is the state of the last decoder layer after the previous step. Keys and values are
/// the states of the last encoder layer. The output of the attention, the context, is part of the
/// input of the decoder.
///
/// | parameter | shape |
/// |---|---|
/// | `encoder.*` | see [`Encoder`] |
/// | `embedding.weight` | `[target_vocab, embed]` |
/// | `attention.*` | see [`AdditiveAttention`], with `hidden` for all sizes |
/// | `gru.*` | see [`Gru`], with `hidden + embed` inputs |
/// | `output.weight`, `output.bias` | `[hidden, target_vocab]`, `[target_vocab]` |
///
/// # Source
///
/// Bahdanau, Cho, and Bengio (2015), *Neural machine translation by jointly learning to align and
/// translate*, Section 3. There, the encoder is bidirectional, the decoder starts from a projection
/// of one encoder state, and the output layer also reads the context and the last token.
// ANCHOR: bahdanau
#[derive(Clone, Debug)]
pub struct Bahdanau {
    /// The encoder of the source.
    pub encoder: Encoder,
    /// A vector for each token of the target language.
    pub embedding: Embedding,
    /// Compares the decoder state with the encoder states.
    pub attention: AdditiveAttention,
    /// The GRU that reads the context and the last token.
    pub gru: Gru,
    /// From a decoder state to logits.
    pub output: Linear,
    /// The dropout of entries of vectors during training.
    pub dropout: Dropout,
}
// ANCHOR_END: bahdanau

/// The keys and values of the decoder, computed once for each source.
// ANCHOR: bahdanau_state
#[derive(Clone, Debug)]
pub struct Memory<'t> {
    /// Projected by the attention: `[batch, keys, hidden]`.
    pub projected_keys: Var<'t>,
    /// The encoder states: `[batch, keys, hidden]`.
    pub values: Var<'t>,
    /// The number of keys without padding: `[batch]`.
    pub lens: Vec<usize>,
}

/// The state that [`Bahdanau`] passes from step to step.
#[derive(Clone, Debug)]
pub struct BahdanauState<'t> {
    /// From the encoder, the same at every step.
    pub memory: Memory<'t>,
    /// The decoder state: `[layers, batch, hidden]`.
    pub state: Var<'t>,
}
// ANCHOR_END: bahdanau_state

impl Bahdanau {
    /// Creates a model with random parameters.
    ///
    /// # Panics
    ///
    /// If there are no layers.
    #[track_caller]
    pub fn new(config: &RecurrentConfig, rng: &mut dyn Rng) -> Self {
        let (embed, hidden) = (config.embed, config.hidden);
        let mut gru =
            Gru::new(hidden + embed, hidden, config.layers, rng);
        gru.dropout = config.dropout;
        Self {
            encoder: Encoder::new(config, rng),
            embedding: Embedding::new(config.target_vocab, embed, rng),
            attention: AdditiveAttention::new(
                hidden,
                hidden,
                hidden,
                Dropout::off(),
                rng,
            ),
            gru,
            output: Linear::new(hidden, config.target_vocab, rng),
            dropout: config.dropout,
        }
    }

    /// Returns the context, `[batch, hidden]`, and the weights, `[batch, keys]`, of a query.
    fn look<'t>(
        &self,
        query: Var<'t>, // [batch, hidden]
        memory: &Memory<'t>,
    ) -> (Var<'t>, Var<'t>) {
        let seen = self.attention.forward_projected(
            query.insert_axis(1), // [batch, 1, hidden]
            memory.projected_keys,
            memory.values,
            &Mask::valid_lens(memory.lens.as_slice()),
        );
        (seen.output.index(1, 0), seen.weights.index(1, 0))
    }
}

impl EncoderDecoder for Bahdanau {
    type State<'t> = BahdanauState<'t>;

    fn start<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> BahdanauState<'t> {
        let read = self.encoder.forward(tape, source);
        let memory = Memory {
            projected_keys: self.attention.key.forward(read.outputs),
            values: read.outputs, // [batch, keys, hidden]
            lens: source.lens.clone(),
        };
        let state = read.state; // [layers, batch, hidden]
        BahdanauState { memory, state }
    }

    #[track_caller]
    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch]
        BahdanauState { memory, state }: &BahdanauState<'t>,
    ) -> (DecodedStep<'t>, BahdanauState<'t>) {
        // [batch, hidden]
        let query = state.index(0, self.gru.layers.len() - 1);
        let (context, weights) = self.look(query, memory);
        // [batch, embed]
        let embedded = self.embedding.forward(tape, tokens);
        let token = self.dropout.forward(embedded);
        // [batch, hidden + embed]
        let input = concat(&[context, token], 1);
        let read = self.gru.step(input, *state);
        // [batch, vocab]
        let logits = self.output.forward(read.outputs);
        let weights = Some(weights);
        let (memory, state) = (memory.clone(), read.state);
        (
            DecodedStep { logits, weights },
            BahdanauState { memory, state },
        )
    }

    fn select<'t>(
        state: &Self::State<'t>,
        rows: &[usize],
    ) -> Self::State<'t> {
        let BahdanauState { memory, state } = state;
        BahdanauState {
            memory: Memory {
                projected_keys: memory.projected_keys.select(0, rows),
                values: memory.values.select(0, rows),
                lens: rows
                    .iter()
                    .map(|&row| memory.lens[row])
                    .collect(),
            },
            state: state.select(1, rows),
        }
    }

    #[track_caller]
    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        self.all_steps(tape, source, inputs)
    }

    fn target_vocab(&self) -> usize {
        self.output.weight.shape()[1]
    }
}

impl Module for Bahdanau {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("encoder", &self.encoder);
        visitor.module("embedding", &self.embedding);
        visitor.module("attention", &self.attention);
        visitor.module("gru", &self.gru);
        visitor.module("output", &self.output);
    }
}
