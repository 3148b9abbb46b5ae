//! A task that requires positions.

use ndarray::{Array1, Array3};
use rand::{Rng, RngExt};

use super::sequences::{NO_TARGET, VOCAB, draw, previous};
use crate::Real;
use crate::mask::Mask;
use crate::nn::{
    DataError, Embedding, LearnedPositions, Linear, Module,
    SinusoidalPositions, Tokens, Visitor,
};
use crate::tape::{Attended, Mode, Tape, Var, attend};
use crate::train::{Adam, Loss, Report, Stopped, Trainer};

/// The size of the vector of a token.
pub const DIM: usize = 32;
/// The length of the training sequences.
pub const TRAINED_LEN: usize = 16;
const BATCH: usize = 32;

/// How a model learns the position of a token.
#[derive(Clone, Debug)]
pub enum Positions {
    /// Not at all.
    None,
    /// From sines and cosines.
    Sinusoidal,
    /// From a learned vector for each position.
    Learned(LearnedPositions),
}

impl Positions {
    /// Creates random vectors for `max_len` positions.
    pub fn learned(max_len: usize, rng: &mut dyn Rng) -> Self {
        Self::Learned(LearnedPositions::new(max_len, DIM, rng))
    }

    /// Returns the tokens with their positions, the first at `offset`.
    fn add<'t>(
        &self,
        x: Var<'t>,
        offset: usize,
    ) -> Result<Var<'t>, DataError> {
        match self {
            Self::None => Ok(x),
            Self::Sinusoidal => {
                Ok(SinusoidalPositions::new(DIM).forward(x, offset))
            }
            Self::Learned(positions) => positions.forward(x, offset),
        }
    }
}

/// A model with one self-attention layer that predicts the previous token at each position.
#[derive(Clone, Debug)]
pub struct PreviousToken {
    embedding: Embedding, // [VOCAB, DIM]
    positions: Positions,
    query: Linear,  // [DIM, DIM]
    key: Linear,    // [DIM, DIM]
    value: Linear,  // [DIM, DIM]
    output: Linear, // [DIM, VOCAB]
}

impl PreviousToken {
    /// Creates a model with random parameters.
    pub fn new(positions: Positions, rng: &mut dyn Rng) -> Self {
        Self {
            embedding: Embedding::new(VOCAB, DIM, rng),
            positions,
            query: Linear::without_bias(DIM, DIM, rng),
            key: Linear::without_bias(DIM, DIM, rng),
            value: Linear::without_bias(DIM, DIM, rng),
            output: Linear::new(DIM, VOCAB, rng),
        }
    }

    /// Returns the logits of each position, `[batch, steps, VOCAB]`, as the output, and the
    /// weights, `[batch, steps, steps]`.
    ///
    /// # Errors
    ///
    /// [`DataError::TooLong`] if there are more steps than learned positions.
    // ANCHOR: forward
    pub fn forward<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
        offset: usize,   // the position of the first token
    ) -> Result<Attended<'t>, DataError> {
        let x = self
            .positions
            .add(self.embedding.forward(tape, tokens), offset)?;
        let queries = self.query.forward(x); // [batch, steps, DIM]
        let (keys, values) =
            (self.key.forward(x), self.value.forward(x));
        let Attended { output, weights } =
            attend(queries, keys, values, &Mask::all(), 0.0);
        // [batch, steps, VOCAB]
        let output = self.output.forward(output);
        Ok(Attended { output, weights })
    }
    // ANCHOR_END: forward

    /// Trains on random sequences of [`TRAINED_LEN`] tokens, 32 in each step.
    ///
    /// The sequences of a step start at the same random position less than `starts`, which is
    /// always 0 if `starts` is 1.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if there are too few learned positions, or if a loss is not finite.
    ///
    /// # Panics
    ///
    /// If `starts` is 0: `train: 0 positions to start at`.
    // ANCHOR: train
    #[track_caller]
    pub fn train(
        &self,
        steps: usize,
        // all sequences of a step share one start below it
        starts: usize,
        rng: &mut dyn Rng,
    ) -> Result<Report, Stopped> {
        assert!(starts > 0, "train: {starts} positions to start at");
        let mut adam = Adam::new(0.01).expect("the rate is positive");
        Trainer::new(steps).run(self, &mut adam, |tape, _step| {
            let sequences = draw(BATCH, TRAINED_LEN, rng);
            let targets = previous(&sequences);
            let tokens = Tokens::new(sequences, VOCAB)?;
            let start = rng.random_range(0..starts);
            let logits = self.forward(tape, &tokens, start)?.output;
            Ok(Loss {
                value: logits.cross_entropy(&targets, Some(NO_TARGET)),
                tokens: BATCH * (TRAINED_LEN - 1),
            })
        })
    }
    // ANCHOR_END: train

    /// Returns the accuracy at positions 1 to `len - 1` of random sequences.
    ///
    /// # Errors
    ///
    /// [`DataError::TooLong`] if there are fewer learned positions than `len`.
    ///
    /// # Panics
    ///
    /// If `len` or `sequences` is 0.
    pub fn accuracy(
        &self,
        len: usize,
        sequences: usize,
        rng: &mut dyn Rng,
    ) -> Result<Array1<Real>, DataError> {
        assert!(
            len > 0 && sequences > 0,
            "accuracy: [{sequences}, {len}]: no sequences or no tokens"
        );
        let tokens = draw(sequences, len, rng);
        let tape = Tape::new(Mode::Eval, 0);
        let logits = self.forward(
            &tape,
            &Tokens::new(tokens.clone(), VOCAB)?,
            0,
        )?;
        let logits = logits.output.value(); // [sequences, len, VOCAB]
        let right = |sequence: usize, place: usize| {
            let scores = |token| logits[[sequence, place, token]];
            let best = (0..VOCAB)
                .max_by(|&a, &b| scores(a).total_cmp(&scores(b)));
            best == Some(tokens[[sequence, place - 1]])
        };
        let count =
            |place| (0..sequences).filter(|&s| right(s, place)).count();
        Ok((1..len)
            .map(|place| count(place) as Real / sequences as Real)
            .collect())
    }

    /// Returns the weights of all tokens for each token: `[batch, steps, steps]`.
    ///
    /// # Errors
    ///
    /// [`DataError::TooLong`] if there are more steps than learned positions.
    #[track_caller]
    pub fn weights(
        &self,
        tokens: &Tokens,
    ) -> Result<Array3<Real>, DataError> {
        let [_, _] = tokens.shape()[..] else {
            panic!(
                "weights: {:?}: expected [batch, steps]",
                tokens.shape()
            );
        };
        let tape = Tape::new(Mode::Eval, 0);
        let weights = self.forward(&tape, tokens, 0)?.weights.value();
        let weights = weights.into_owned().into_dimensionality();
        Ok(weights
            .expect("tokens with two axes have weights with three"))
    }
}

impl Module for PreviousToken {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("embedding", &self.embedding);
        if let Positions::Learned(positions) = &self.positions {
            visitor.module("positions", positions);
        }
        visitor.module("query", &self.query);
        visitor.module("key", &self.key);
        visitor.module("value", &self.value);
        visitor.module("output", &self.output);
    }
}
