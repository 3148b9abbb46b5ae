//! [Chapter 8](#ch:newer-transformer): longer texts, learning rates, and one part of a
//! language model exchanged at a time.

mod control;
mod lengths;
mod spread;
mod stability;
mod training;

use serde::{Deserialize, Serialize};

pub use control::{Control, Exchange};
pub use lengths::{
    AtLengths, Encoding, Misread, STRETCH, Stretching, TESTED_LENS, TRAINED_LEN, TUNED_STEPS, Tuned,
};
pub use spread::Spread;
pub use stability::{MEASURED_EVERY, RATES, Remedy, Stability};
pub use training::Task;

use crate::saved::{Problem, Saved, TrainedError, shipped};
use crate::trials::{Trial, Trials};

/// The results of the chapter's trials, each with several seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Models that read longer texts than in training.
    pub lengths: Vec<AtLengths>,
    /// Models that are read with the other pairing.
    pub misread: Vec<Misread>,
    /// Models that are fine-tuned on longer texts.
    pub tuned: Vec<Tuned>,
    /// Trainings at several learning rates.
    pub stability: Vec<Stability>,
    /// Language models with one part exchanged.
    pub control: Vec<Control>,
}

/// Returns the results that the book ships, written by `cargo book train newer-transformer`.
///
/// # Errors
///
/// [`TrainedError`] if the file in `models/` was damaged when the crate was compiled.
pub fn card() -> Result<Card, TrainedError> {
    shipped()
}

impl Card {
    /// Returns the accuracies at [`TESTED_LENS`] of the models with one encoding, for each seed,
    /// with one of [`Stretching::ALL`].
    pub fn accuracy(
        &self,
        task: Task,
        blocks: usize,
        encoding: Encoding,
        stretching: usize,
    ) -> Vec<[f64; 4]> {
        let models = self
            .lengths
            .iter()
            .filter(|model| (model.task, model.blocks, model.encoding) == (task, blocks, encoding));
        models.map(|model| model.accuracy[stretching]).collect()
    }
}

impl Saved for Card {
    type Card = Self;

    const CARD: &'static str = "newer-transformer.json";

    fn card(&self) -> &Self {
        self
    }

    fn untrained(card: Self) -> Result<Self, Problem> {
        Ok(card)
    }
}

impl Trials for Card {
    fn trials(seeds: &[u64]) -> Vec<Trial<'static, Self>> {
        use self::{control::*, lengths::*, stability::*};
        let mut trials = Vec::new();
        let tasks = [(Task::PreviousToken, 1), (Task::LastWrite, 2)];
        let mut compared: Vec<_> = tasks
            .into_iter()
            .flat_map(|(task, blocks)| Encoding::ALL.map(|encoding| (task, blocks, encoding)))
            .collect();
        compared.push((Task::PreviousToken, 2, Encoding::None));
        for &seed in seeds {
            for &(task, blocks, encoding) in &compared {
                trials.push(Trial::new(
                    format!("{task}, {blocks}, {encoding}, {seed}"),
                    move || at_lengths(task, blocks, encoding, seed),
                    |card: &mut Self, one| card.lengths.push(one),
                ));
            }
            for dim in [DIM, 2 * DIM] {
                trials.push(Trial::new(
                    format!("other pairing, {dim}, {seed}"),
                    move || misread(dim, seed),
                    |card: &mut Self, one| card.misread.push(one),
                ));
            }
            for stretching in [Stretching::None, Stretching::Interpolation] {
                trials.push(Trial::new(
                    format!("fine-tuned, {stretching}, {seed}"),
                    move || tuned(stretching, seed),
                    |card: &mut Self, one| card.tuned.push(one),
                ));
            }
            for rate in RATES {
                for remedy in Remedy::ALL {
                    trials.push(Trial::new(
                        format!("rate {rate}, {remedy}, {seed}"),
                        move || stability(rate, remedy, seed),
                        |card: &mut Self, one| card.stability.push(one),
                    ));
                }
            }
            for exchange in Exchange::ALL {
                trials.push(Trial::new(
                    format!("language model, {exchange}, {seed}"),
                    move || control(exchange, seed),
                    |card: &mut Self, one| card.control.push(one),
                ));
            }
        }
        trials
    }
}

#[cfg(test)]
mod tests;
