//! The experiments of the chapter, and their results.

mod control;
mod lengths;
mod stability;
mod tasks;
mod training;

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

pub use control::{Control, Exchange};
pub use lengths::{
    AtLengths, Encoding, Misread, STRETCH, Stretching, TESTED_LENS,
    TRAINED_LEN, TUNED_STEPS, Tuned,
};
pub use stability::{MEASURED_EVERY, RATES, Remedy, Stability};
pub use tasks::{
    Examples, NO_TARGET, REPEATED_VOCAB, VOCAB, WRITES, last_write,
    previous_token, repeats,
};
pub use training::Task;

use crate::encoder_decoder::TrainedError;
use crate::shipped::shipped_file;
use crate::trials::{Trial, Trials, read_card, write_card};

const FILE: &str = "newer-transformer.json";

/// The results of the chapter's experiments, each with several seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiments {
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

/// Returns the results that the book ships, as
/// `cargo book train newer-transformer` has written them.
///
/// # Errors
///
/// [`TrainedError`] if the file in `models/` was damaged when the crate
/// was compiled.
///
/// # Example
///
/// ```
/// use attention::newer_transformer::{Encoding, Task, experiments};
///
/// let experiments = experiments()?;
/// let accuracy = experiments.accuracy(Task::LastWrite, 2, Encoding::Slopes, 0);
/// assert!(accuracy.iter().all(|lengths| lengths[0] > 0.9));
/// # Ok::<(), attention::encoder_decoder::TrainedError>(())
/// ```
pub fn experiments() -> Result<Experiments, TrainedError> {
    let card = shipped_file!("newer-transformer.json");
    read_card(&Path::new("models").join(FILE), card)
}

impl Experiments {
    /// Returns the accuracies at [`TESTED_LENS`] of the models with one
    /// encoding, for each seed, with one of [`Stretching::ALL`].
    pub fn accuracy(
        &self,
        task: Task,
        blocks: usize,
        encoding: Encoding,
        stretching: usize,
    ) -> Vec<[f64; 4]> {
        let models = self.lengths.iter().filter(|model| {
            (model.task, model.blocks, model.encoding)
                == (task, blocks, encoding)
        });
        models.map(|model| model.accuracy[stretching]).collect()
    }
}

/// The smallest and the largest of several values.
///
/// # Example
///
/// ```
/// use attention::newer_transformer::Range;
///
/// assert_eq!(format!("{:.2}", Range::of([0.5, 0.25, 0.375])), "0.25-0.50");
/// assert_eq!(format!("{:.2}", Range::of([0.999, 1.0])), "1.00");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
}

impl Range {
    /// Returns the range of the values.
    ///
    /// # Panics
    ///
    /// If there are no values.
    #[track_caller]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values = values.into_iter();
        let first = values.next().expect("Range: there are no values");
        let range = Self {
            low: first,
            high: first,
        };
        values.fold(range, |Self { low, high }, value| Self {
            low: low.min(value),
            high: high.max(value),
        })
    }
}

/// Writes both ends, or one number if they are equal when rounded.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(2);
        let [low, high] = [self.low, self.high]
            .map(|end| format!("{end:.decimals$}"));
        let text = match low == high {
            true => low,
            false => format!("{low}-{high}"),
        };
        let width = f.width().unwrap_or(0);
        write!(f, "{text:>width$}")
    }
}

impl Trials for Experiments {
    const CHAPTER: &'static str = "newer-transformer";

    fn trials(seeds: &[u64]) -> Vec<Trial<Self>> {
        use self::{control::*, lengths::*, stability::*};
        let mut trials = Vec::new();
        let tasks = [(Task::PreviousToken, 1), (Task::LastWrite, 2)];
        let mut compared: Vec<_> = tasks
            .into_iter()
            .flat_map(|(task, blocks)| {
                Encoding::ALL.map(|encoding| (task, blocks, encoding))
            })
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
            for stretching in
                [Stretching::None, Stretching::Interpolation]
            {
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

    fn save(&self, folder: &Path) -> Result<(), TrainedError> {
        write_card(&folder.join(FILE), self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the trials say what each entry of the card is for.
    #[test]
    fn the_card_holds_five_seeds_of_each_trial() {
        let card = experiments().expect("the card is complete");
        let mut names = Vec::new();
        names.extend(card.lengths.iter().map(|one| {
            let AtLengths {
                task,
                blocks,
                encoding,
                seed,
                ..
            } = one;
            format!("{task}, {blocks}, {encoding}, {seed}")
        }));
        names.extend(card.misread.iter().map(|one| {
            format!("other pairing, {}, {}", one.dim, one.seed)
        }));
        names.extend(card.tuned.iter().map(|one| {
            format!("fine-tuned, {}, {}", one.stretching, one.seed)
        }));
        names.extend(card.stability.iter().map(|one| {
            let Stability {
                rate, remedy, seed, ..
            } = one;
            format!("rate {rate}, {remedy}, {seed}")
        }));
        names.extend(card.control.iter().map(|one| {
            format!("language model, {}, {}", one.exchange, one.seed)
        }));
        let trials = Experiments::trials(&[0, 1, 2, 3, 4]);
        let mut expected: Vec<String> =
            trials.into_iter().map(|trial| trial.name).collect();
        names.sort();
        expected.sort();
        assert_eq!(names, expected);
    }
}
