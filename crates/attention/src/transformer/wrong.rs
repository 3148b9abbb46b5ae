//! Transformers with common mistakes. Each has the shapes of the right one, trains, and writes
//! something.

use super::{DecoderCache, Transformer};
use crate::data::Padded;
use crate::encoder_decoder::{Decoded, DecodedStep, Wrapper};
use crate::mask::Mask;
use crate::nn::{Module, Tokens, Visitor};
use crate::tape::{Mode, Tape};

/// Every step adds position 0 to its token.
///
/// In training, all tokens come at once and their positions are right. A step reads a single token,
/// so a layer that counts positions from the start of its input assigns position 0 to every written
/// token.
///
/// # Example
///
/// The first token is right, the second is not:
///
/// ```
/// use attention::data::{BOS, Padded};
/// use attention::encoder_decoder::EncoderDecoder;
/// use attention::nn::Tokens;
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{Config, Transformer, wrong::AlwaysPositionZero};
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let wrong = AlwaysPositionZero(Transformer::new(&Config::new(8, 2), [10, 12], &mut rng)?);
/// let source = Padded::new(&[vec![5, 7, 4, 3]], 10)?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let taught = wrong.forward(&tape, &source, &Tokens::new(array![[BOS, 6]], 12)?).logits;
/// let start = wrong.start(&tape, &source);
/// let (first, state) = wrong.step(&tape, &Tokens::new(array![BOS], 12)?, &start);
/// let (second, _) = wrong.step(&tape, &Tokens::new(array![6], 12)?, &state);
/// let off = [first, second].map(|step| step.logits).into_iter().enumerate().map(|(place, logits)| {
///     let difference = (logits - taught.index(1, place)).value();
///     difference.iter().fold(0.0_f64, |most, &entry| most.max((entry as f64).abs()))
/// });
/// let off: Vec<f64> = off.collect();
/// assert!(off[0] < 1e-5 && off[1] > 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AlwaysPositionZero(pub Transformer);

/// The causal mask is applied only in training.
///
/// Steps need no mask, because later tokens do not exist yet, so some programs leave it out except
/// in training. When such a program reads a whole target to compute a held-out loss, each position
/// sees the token that it has to predict.
///
/// # Example
///
/// ```
/// use attention::data::Padded;
/// use attention::encoder_decoder::EncoderDecoder;
/// use attention::nn::Tokens;
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{Config, Transformer, wrong::MaskOnlyInTraining};
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let wrong = MaskOnlyInTraining(Transformer::new(&Config::new(8, 2), [10, 12], &mut rng)?);
/// let source = Padded::new(&[vec![5, 7, 4, 3]], 10)?;
/// let first_logits = |mode, last| {
///     let tape = Tape::new(mode, 0);
///     let inputs = Tokens::new(array![[2, 6, last]], 12).expect("in the vocabulary");
///     wrong.forward(&tape, &source, &inputs).logits.index(1, 0).value()
/// };
/// assert_eq!(first_logits(Mode::Train, 4), first_logits(Mode::Train, 5));
/// assert_ne!(first_logits(Mode::Eval, 4), first_logits(Mode::Eval, 5)); // it has seen the last token
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MaskOnlyInTraining(pub Transformer);

/// The decoder has no causal mask, so tokens also attend to later tokens.
///
/// With teacher forcing, the model learns to copy the next token from its input. The loss falls
/// below the entropy floor, and in use, where there is no next token, the model fails.
///
/// # Example
///
/// ```
/// use attention::data::Padded;
/// use attention::encoder_decoder::EncoderDecoder;
/// use attention::nn::Tokens;
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{Config, Transformer, wrong::LooksAhead};
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let wrong = LooksAhead(Transformer::new(&Config::new(8, 2), [10, 12], &mut rng)?);
/// let source = Padded::new(&[vec![5, 7, 4, 3]], 10)?;
/// let first_logits = |last| {
///     let tape = Tape::new(Mode::Train, 0);
///     let inputs = Tokens::new(array![[2, 6, last]], 12).expect("in the vocabulary");
///     wrong.forward(&tape, &source, &inputs).logits.index(1, 0).value()
/// };
/// assert_ne!(first_logits(4), first_logits(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LooksAhead(pub Transformer);

impl Transformer {
    fn forward_with_mask<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
        mask: &Mask,
    ) -> Decoded<'t> {
        let encoded = self.encode(tape, source).output;
        let decoded =
            self.decode(tape, inputs, encoded, mask, &source.mask());
        Decoded {
            logits: self.logits(decoded.output),
            weights: None,
        }
    }
}

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

impl Wrapper for MaskOnlyInTraining {
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
        let mask = match tape.mode() {
            Mode::Train => Mask::causal(),
            Mode::Check | Mode::Eval => Mask::all(),
        };
        self.0.forward_with_mask(tape, source, inputs, &mask)
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
        self.0.forward_with_mask(tape, source, inputs, &Mask::all())
    }
}

impl Module for AlwaysPositionZero {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.0.visit(visitor);
    }
}

impl Module for MaskOnlyInTraining {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.0.visit(visitor);
    }
}

impl Module for LooksAhead {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.0.visit(visitor);
    }
}
