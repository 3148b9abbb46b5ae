//! One training loop and one test for all tasks.

use std::mem::swap;

use ndarray::Array2;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::compared::compared;
use crate::tasks::{
    Examples, NO_TARGET, REPEATED_VOCAB, VOCAB, last_write, previous_token, repeats,
};
use crate::trials;
use attention::Real;
use attention::newer_transformer::DecoderOnly;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, Value};
use attention::train::{Loss, Report, Stopped};
use attention::transformer::Predicted;

compared! {
    /// A task of the chapter.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Task {
        /// See [`previous_token`].
        PreviousToken: "previous token",
        /// See [`last_write`].
        LastWrite: "last write",
        /// See [`repeats`].
        Repeats: "repeats",
    }
}

impl Task {
    /// Returns random examples: `[batch, len]`.
    pub fn draw(self, batch: usize, len: usize, rng: &mut ChaCha8Rng) -> Examples {
        match self {
            Self::PreviousToken => previous_token(batch, len, rng),
            Self::LastWrite => last_write(batch, len, rng),
            Self::Repeats => repeats(batch, len, rng),
        }
    }

    /// Returns the number of different tokens.
    pub fn vocab(self) -> usize {
        match self {
            Self::PreviousToken | Self::LastWrite => VOCAB,
            Self::Repeats => REPEATED_VOCAB,
        }
    }
}

/// The settings of a training run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recipe {
    pub(super) task: Task,
    pub(super) len: usize,
    pub(super) steps: usize,
    pub(super) rate: Real,
    pub(super) warmup: usize,
}

const BATCH: usize = 32;
/// The number of sequences in a test.
const TESTS: usize = 64;
/// The seed of all tests.
const TEST_SEED: u64 = 1_000;

/// Trains a model on a task; `watch` receives the predictions of each step.
pub(super) fn train(
    model: &DecoderOnly,
    recipe: Recipe,
    rng: &mut ChaCha8Rng,
    mut watch: impl FnMut(&Predicted<'_>),
) -> Result<Report, Stopped> {
    let Recipe { task, len, steps, rate, warmup } = recipe;
    trials::train(model, rate, warmup, steps, |tape| {
        let examples = task.draw(BATCH, len, rng);
        let tokens = examples.targets();
        let input = Tokens::new(examples.tokens, task.vocab())?;
        let predicted = model.predict(tape, &input);
        watch(&predicted);
        let value = predicted.logits.cross_entropy(&examples.targets, Some(NO_TARGET));
        Ok(Loss { value, tokens })
    })
}

/// Returns the logits of a model and the targets, on the same sequences for all models.
fn test(model: &DecoderOnly, task: Task, len: usize) -> (Value, Array2<usize>) {
    let rng = &mut ChaCha8Rng::seed_from_u64(TEST_SEED);
    let Examples { tokens, targets } = task.draw(TESTS, len, rng);
    let tokens = Tokens::new(tokens, task.vocab()).expect("the task has these tokens");
    let tape = Tape::new(Mode::Eval, 0);
    (model.predict(&tape, &tokens).logits.value(), targets)
}

/// Returns the share of right answers at all positions, to four decimals.
pub(super) fn accuracy(model: &DecoderOnly, task: Task, len: usize) -> f64 {
    let (logits, targets) = test(model, task, len);
    rounded(trials::accuracy(&logits, &targets, Some(NO_TARGET)))
}

/// Returns the share of right answers at each position with a target, to four decimals.
pub(super) fn accuracy_by_position(model: &DecoderOnly, task: Task, len: usize) -> Vec<f64> {
    let (logits, targets) = test(model, task, len);
    let shares = trials::accuracy_by_position(&logits, &targets, Some(NO_TARGET));
    shares.into_iter().map(rounded).collect()
}

/// Returns the share of right answers at the first position of each text that has a target, and at
/// all later ones, to four decimals.
pub(super) fn first_and_later(model: &DecoderOnly, task: Task, len: usize) -> [f64; 2] {
    let (logits, targets) = test(model, task, len);
    split_first(targets)
        .map(|targets| rounded(trials::accuracy(&logits, &targets, Some(NO_TARGET))))
}

/// Returns only the first target of each row, and only those after it: each `[batch, len]`.
fn split_first(mut targets: Array2<usize>) -> [Array2<usize>; 2] {
    let mut first = Array2::from_elem(targets.dim(), NO_TARGET);
    for (mut first, mut later) in first.rows_mut().into_iter().zip(targets.rows_mut()) {
        if let Some(at) = later.iter().position(|&target| target != NO_TARGET) {
            swap(&mut first[at], &mut later[at]);
        }
    }
    [first, targets]
}

/// Returns the value to four decimals, which keeps the card small.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests;
