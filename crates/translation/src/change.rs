//! Models of which a part is changed.

use engine::nn::{Module, Tokens, Visitor};
use engine::tape::{Tape, Var};

use crate::data::{Batch, PAD, Padded};
use crate::{Decoded, DecodedStep, EncoderDecoder};

/// A model with a [`Change`], which has the parameters of the model.
///
/// # Example
///
/// ```
/// use attention::data::Batch;
/// use attention::encoder_decoder::{Change, EncoderDecoder};
/// use attention::tape::{Tape, Var};
///
/// /// The loss also counts the padding.
/// struct CountsPadding;
///
/// impl<M: EncoderDecoder> Change<M> for CountsPadding {
///     fn loss<'t>(&self, model: &M, tape: &'t Tape, batch: &Batch) -> Var<'t> {
///         let decoded = model.forward(tape, &batch.source, &batch.inputs);
///         decoded.logits.cross_entropy(&batch.targets, None)
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Changed<M, C>(pub M, pub C);

/// Replaces some methods of an [`EncoderDecoder`] and keeps the others.
pub trait Change<M: EncoderDecoder> {
    /// Computes [`EncoderDecoder::start`].
    fn start<'t>(
        &self,
        model: &M,
        tape: &'t Tape,
        source: &Padded,
    ) -> M::State<'t> {
        model.start(tape, source)
    }

    /// Computes [`EncoderDecoder::step`].
    fn step<'t>(
        &self,
        model: &M,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &M::State<'t>,
    ) -> (DecodedStep<'t>, M::State<'t>) {
        model.step(tape, tokens, state)
    }

    /// Computes [`EncoderDecoder::forward`].
    fn forward<'t>(
        &self,
        model: &M,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        model.forward(tape, source, inputs)
    }

    /// Computes [`EncoderDecoder::loss`] from the logits of [`forward`](Change::forward).
    fn loss<'t>(
        &self,
        model: &M,
        tape: &'t Tape,
        batch: &Batch,
    ) -> Var<'t> {
        let (source, inputs) = (&batch.source, &batch.inputs);
        let logits = self.forward(model, tape, source, inputs).logits;
        logits.cross_entropy(&batch.targets, Some(PAD))
    }
}

impl<M: Module, C> Module for Changed<M, C> {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.0.visit(visitor);
    }
}

impl<M: EncoderDecoder, C: Change<M>> EncoderDecoder for Changed<M, C> {
    type State<'t> = M::State<'t>;

    fn start<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> M::State<'t> {
        self.1.start(&self.0, tape, source)
    }

    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &M::State<'t>,
    ) -> (DecodedStep<'t>, M::State<'t>) {
        self.1.step(&self.0, tape, tokens, state)
    }

    fn select<'t>(
        state: &M::State<'t>,
        rows: &[usize],
    ) -> M::State<'t> {
        M::select(state, rows)
    }

    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        self.1.forward(&self.0, tape, source, inputs)
    }

    fn target_vocab(&self) -> usize {
        self.0.target_vocab()
    }

    fn loss<'t>(&self, tape: &'t Tape, batch: &Batch) -> Var<'t> {
        self.1.loss(&self.0, tape, batch)
    }
}
