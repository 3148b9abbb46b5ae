//! Models that change a part of another model.

use engine::nn::{Module, Tokens};
use engine::tape::{Tape, Var};

use crate::data::{Batch, PAD, Padded};
use crate::{Decoded, DecodedStep, EncoderDecoder};

/// The state of the inner model.
type State<'t, W> =
    <<W as Wrapper>::Inner as EncoderDecoder>::State<'t>;

/// An [`EncoderDecoder`] that replaces some methods of another, its inner model, and delegates the
/// others.
///
/// Import one of the two traits, because their methods have the same names.
///
/// # Example
///
/// ```
/// use attention::data::Batch;
/// use attention::encoder_decoder::{EncoderDecoder, FixedContext, Wrapper};
/// use attention::nn::{Module, Visitor};
/// use attention::tape::{Tape, Var};
///
/// /// A model whose loss also counts the padding.
/// struct CountsPadding(FixedContext);
///
/// impl Module for CountsPadding {
///     fn visit(&self, visitor: &mut Visitor<'_>) {
///         self.0.visit(visitor);
///     }
/// }
///
/// impl Wrapper for CountsPadding {
///     type Inner = FixedContext;
///
///     fn inner(&self) -> &FixedContext {
///         &self.0
///     }
///
///     fn loss<'t>(&self, tape: &'t Tape, batch: &Batch) -> Var<'t> {
///         let decoded = self.0.forward(tape, &batch.source, &batch.inputs);
///         decoded.logits.cross_entropy(&batch.targets, None)
///     }
/// }
/// ```
pub trait Wrapper: Module + Sized {
    /// The model that receives all other calls.
    type Inner: EncoderDecoder;

    /// Returns the inner model.
    fn inner(&self) -> &Self::Inner;

    /// Computes [`EncoderDecoder::start`].
    fn start<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> State<'t, Self> {
        self.inner().start(tape, source)
    }

    /// Computes [`EncoderDecoder::step`].
    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &State<'t, Self>,
    ) -> (DecodedStep<'t>, State<'t, Self>) {
        self.inner().step(tape, tokens, state)
    }

    /// Computes [`EncoderDecoder::forward`].
    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        self.inner().forward(tape, source, inputs)
    }

    /// Computes [`EncoderDecoder::loss`] from the logits of [`forward`](Wrapper::forward).
    fn loss<'t>(&self, tape: &'t Tape, batch: &Batch) -> Var<'t> {
        let (source, inputs) = (&batch.source, &batch.inputs);
        let logits =
            Wrapper::forward(self, tape, source, inputs).logits;
        logits.cross_entropy(&batch.targets, Some(PAD))
    }
}

impl<W: Wrapper> EncoderDecoder for W {
    type State<'t> = State<'t, W>;

    fn start<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> Self::State<'t> {
        Wrapper::start(self, tape, source)
    }

    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &Self::State<'t>,
    ) -> (DecodedStep<'t>, Self::State<'t>) {
        Wrapper::step(self, tape, tokens, state)
    }

    fn select<'t>(
        state: &Self::State<'t>,
        rows: &[usize],
    ) -> Self::State<'t> {
        W::Inner::select(state, rows)
    }

    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        Wrapper::forward(self, tape, source, inputs)
    }

    fn target_vocab(&self) -> usize {
        self.inner().target_vocab()
    }

    fn loss<'t>(&self, tape: &'t Tape, batch: &Batch) -> Var<'t> {
        Wrapper::loss(self, tape, batch)
    }
}
