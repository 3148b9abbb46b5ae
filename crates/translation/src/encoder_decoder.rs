//! What every encoder-decoder can do.

use engine::nn::{Module, Tokens};
use engine::tape::{Tape, Var};

use crate::data::{Batch, PAD, Padded};

/// The next token, as a decoder sees it.
#[derive(Clone, Copy, Debug)]
pub struct DecodedStep<'t> {
    /// One number for each token of the vocabulary: `[batch, vocab]`.
    pub logits: Var<'t>,
    /// Where the decoder looked in the source, if it has one attention: `[batch, keys]`. A model with
    /// several has another way to ask, as `Transformer::maps`.
    pub weights: Option<Var<'t>>,
}

/// The next tokens of all steps.
#[derive(Clone, Copy, Debug)]
pub struct Decoded<'t> {
    /// `[batch, steps, vocab]`
    pub logits: Var<'t>,
    /// Where the decoder looked in the source, if it has one attention: `[batch, steps, keys]`.
    pub weights: Option<Var<'t>>,
}

/// A model that reads a sentence and writes another, token by token.
///
/// It can be asked in two ways. [`forward`](EncoderDecoder::forward) gets the tokens that should have
/// been written so far at each step, and gives the logits of all steps: teacher forcing, with which it
/// is trained. [`start`](EncoderDecoder::start) and [`step`](EncoderDecoder::step) go one token at a
/// time, so that the next token can be chosen from the last logits: generation. Fed with the same
/// tokens, both give the same logits.
///
/// # Source
///
/// Sutskever, Vinyals, Le (2014), *Sequence to sequence learning with neural networks*.
///
/// # Example
///
/// ```
/// use attention::data::{BOS, Padded};
/// use attention::encoder_decoder::{EncoderDecoder, FixedContext, RecurrentConfig};
/// use attention::nn::Tokens;
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let model = FixedContext::new(&RecurrentConfig::new(10, 12), &mut rng);
/// let source = Padded::new(&[vec![5, 7, 4, 3]], 10)?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let taught = model.forward(&tape, &source, &Tokens::new(array![[BOS, 6, 4]], 12)?);
/// assert_eq!(taught.logits.shape(), [1, 3, 12]); // [batch, steps, vocab]
///
/// let start = model.start(&tape, &source);
/// let (first, state) = model.step(&tape, &Tokens::new(array![BOS], 12)?, &start);
/// let (second, _) = model.step(&tape, &Tokens::new(array![6], 12)?, &state);
/// assert_eq!(first.logits.value(), taught.logits.index(1, 0).value());
/// assert_eq!(second.logits.value(), taught.logits.index(1, 1).value());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// ANCHOR: generation
pub trait EncoderDecoder: Module {
    /// What a decoder carries from step to step.
    type State<'t>: Clone;

    /// Reads the source sentences.
    fn start<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> Self::State<'t>;

    /// One step of all sentences: from the last tokens, `[batch]`, to
    /// the next logits.
    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &Self::State<'t>,
    ) -> (DecodedStep<'t>, Self::State<'t>);

    /// The state of these sentences of the batch, in this order; they
    /// may repeat.
    fn select<'t>(
        state: &Self::State<'t>,
        rows: &[usize],
    ) -> Self::State<'t>;
    // ANCHOR_END: generation

    // ANCHOR: teaching
    /// All steps at once, with known inputs `[batch, steps]`: teacher
    /// forcing.
    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t>;

    /// How many tokens the vocabulary of the targets has.
    fn target_vocab(&self) -> usize;

    /// The mean cross-entropy of a token, in nats. The padding does not
    /// count.
    fn loss<'t>(&self, tape: &'t Tape, batch: &Batch) -> Var<'t> {
        let logits =
            self.forward(tape, &batch.source, &batch.inputs).logits;
        logits.cross_entropy(&batch.targets, Some(PAD))
    }
    // ANCHOR_END: teaching
}
