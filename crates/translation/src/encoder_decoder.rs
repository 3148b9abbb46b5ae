//! The interface of all encoder-decoders.

use engine::nn::{Module, Tokens};
use engine::tape::{Tape, Var};

use crate::data::{Batch, PAD, Padded};

/// The output of one decoding step.
#[derive(Clone, Copy, Debug)]
pub struct DecodedStep<'t> {
    /// Logits of the next token: `[batch, vocab]`.
    pub logits: Var<'t>,
    /// The weights of the source positions, `[batch, keys]`, if the decoder has a single attention.
    ///
    /// Models with several attentions have their own method, such as `Transformer::maps`.
    pub weights: Option<Var<'t>>,
}

/// The outputs of all decoding steps.
#[derive(Clone, Copy, Debug)]
pub struct Decoded<'t> {
    /// `[batch, steps, vocab]`
    pub logits: Var<'t>,
    /// The weights of the source positions, `[batch, steps, keys]`, if the decoder has a single
    /// attention.
    pub weights: Option<Var<'t>>,
}

/// A model that reads a sentence and writes another, token by token.
///
/// With teacher forcing, in training, [`forward`](EncoderDecoder::forward) receives the correct
/// previous tokens of every step and returns the logits of all steps. In autoregressive decoding,
/// [`start`](EncoderDecoder::start) and [`step`](EncoderDecoder::step) compute one step at a time,
/// so that the next token can be chosen from the last logits. For the same tokens, both return the
/// same logits.
///
/// # Source
///
/// Sutskever, Vinyals, and Le (2014), *Sequence to sequence learning with neural networks*.
// ANCHOR: generation
pub trait EncoderDecoder: Module {
    /// The state that a decoder passes from step to step.
    type State<'t>: Clone;

    /// Reads the source sentences.
    fn start<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> Self::State<'t>;

    /// Computes the logits that follow the last token of each sentence,
    /// `[batch]`.
    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &Self::State<'t>,
    ) -> (DecodedStep<'t>, Self::State<'t>);

    /// Selects the states of these sentences of the batch, in this
    /// order and possibly repeated, as new values on the tape: a search
    /// drops the others.
    fn select<'t>(
        state: &Self::State<'t>,
        rows: &[usize],
    ) -> Self::State<'t>;
    // ANCHOR_END: generation

    // ANCHOR: teaching
    /// Computes all steps with the known inputs `[batch, steps]`, which
    /// is teacher forcing.
    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t>;

    /// Returns the size of the target vocabulary.
    fn target_vocab(&self) -> usize;

    /// Returns the mean cross-entropy per target token without padding,
    /// in nats.
    fn loss<'t>(&self, tape: &'t Tape, batch: &Batch) -> Var<'t> {
        let logits =
            self.forward(tape, &batch.source, &batch.inputs).logits;
        logits.cross_entropy(&batch.targets, Some(PAD))
    }
    // ANCHOR_END: teaching
}
