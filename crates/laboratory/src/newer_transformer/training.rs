//! One training loop and one test for all tasks.

use ndarray::Array2;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::compared::compared;
use crate::tasks::{
    Examples, NO_TARGET, REPEATED_VOCAB, VOCAB, last_write, previous_token, repeats,
};
use attention::Real;
use attention::newer_transformer::DecoderOnly;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, Value};
use attention::train::{Adam, Loss, Report, Schedule, Stopped, Trainer};
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

/// Trains a model with Adam and a cosine; `watch` receives the predictions of each step.
pub(super) fn train(
    model: &DecoderOnly,
    recipe: Recipe,
    rng: &mut ChaCha8Rng,
    mut watch: impl FnMut(usize, &Predicted<'_>),
) -> Result<Report, Stopped> {
    let Recipe { task, len, steps, rate, warmup } = recipe;
    let schedule = Schedule::cosine(rate, warmup, steps, 0.0);
    let schedule = schedule.expect("the warm-up is shorter");
    let mut adam = Adam::new(rate).expect("the rate is positive");
    let trainer = Trainer::new(steps).schedule(schedule);
    trainer.run(model, &mut adam, |tape, step| {
        let examples = task.draw(BATCH, len, rng);
        let tokens = examples.targets();
        let input = Tokens::new(examples.tokens, task.vocab())?;
        let predicted = model.predict(tape, &input);
        watch(step, &predicted);
        let targets = &examples.targets;
        let value = predicted.logits.cross_entropy(targets, Some(NO_TARGET));
        Ok(Loss { value, tokens })
    })
}

/// Returns the share of right answers at each position with a target, as right answers and all
/// answers, on the same sequences for all models.
pub(super) fn answers(model: &DecoderOnly, task: Task, len: usize) -> Vec<[usize; 2]> {
    let rng = &mut ChaCha8Rng::seed_from_u64(TEST_SEED);
    let examples = task.draw(TESTS, len, rng);
    let tokens = Tokens::new(examples.tokens, task.vocab());
    let tokens = tokens.expect("the task has these tokens");
    let tape = Tape::new(Mode::Eval, 0);
    let logits = model.predict(&tape, &tokens).logits.value();
    counted(&logits, &examples.targets)
}

/// Counts right answers and all answers at each position, from `[batch, len, vocab]` and
/// `[batch, len]`.
fn counted(logits: &Value, targets: &Array2<usize>) -> Vec<[usize; 2]> {
    let mut answers = vec![[0, 0]; targets.ncols()];
    for ((row, at), &target) in targets.indexed_iter() {
        if target != NO_TARGET {
            let logit = |token| logits[[row, at, token]];
            let best = (0..logits.shape()[2]).max_by(|&a, &b| logit(a).total_cmp(&logit(b)));
            answers[at][0] += usize::from(best == Some(target));
            answers[at][1] += 1;
        }
    }
    answers
}

/// Returns the share of right answers at all positions, to four decimals.
pub(super) fn accuracy(model: &DecoderOnly, task: Task, len: usize) -> f64 {
    let answers = answers(model, task, len);
    let count = |which: usize| -> usize { answers.iter().map(|counts| counts[which]).sum() };
    rounded(count(0) as f64 / count(1) as f64)
}

/// Returns the value to four decimals, which keeps the card small.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests;
