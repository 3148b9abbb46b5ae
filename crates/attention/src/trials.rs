//! The experiments of a chapter: many trainings whose scores are
//! collected in one card.
//!
//! A chapter implements [`Trials`] for its card. `cargo book train`
//! followed by its name runs them, one on each core, and writes
//! `models/<chapter>.json`, from which text, figures, and exercises
//! read.
//!
//! ```
//! use std::path::Path;
//! use attention::bahdanau::TrainedError;
//! use attention::trials::{Trial, Trials, run, write_card};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Default, Serialize, Deserialize)]
//! struct Card {
//!     losses: Vec<(f64, u64, f64)>, // rate, seed, loss
//! }
//!
//! impl Trials for Card {
//!     const CHAPTER: &'static str = "rates";
//!
//!     fn trials(seeds: &[u64]) -> Vec<Trial<Self>> {
//!         let mut trials = Vec::new();
//!         for rate in [0.5, 2.0] {
//!             for &seed in seeds {
//!                 let name = format!("rate {rate}, seed {seed}");
//!                 trials.push(Trial::new(
//!                     name,
//!                     // Create a model from the seed, train it, and measure it.
//!                     move || Ok((rate, seed, rate * seed as f64)),
//!                     |card: &mut Self, loss| card.losses.push(loss),
//!                 ));
//!             }
//!         }
//!         trials
//!     }
//!
//!     fn save(&self, folder: &Path) -> Result<(), TrainedError> {
//!         write_card(&folder.join("rates.json"), self)
//!     }
//! }
//!
//! let mut names = Vec::new();
//! let card: Card = run(&[3, 4], 2, |name| names.push(name.to_owned()))?;
//! assert_eq!(card.losses, [(0.5, 3, 1.5), (0.5, 4, 2.0), (2.0, 3, 6.0), (2.0, 4, 8.0)]);
//! assert_eq!(names[0], "rate 0.5, seed 3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod training;

use std::error::Error;
use std::path::Path;

use thiserror::Error;

use crate::encoder_decoder::TrainedError;
use crate::train::{Failed, Job, in_parallel};

pub use answers::{accuracy, right_answers};
pub use training::train;
#[doc(inline)]
pub use translation::saved::{read_card, read_file, write_card};

/// The experiments of a chapter, implemented for the card that collects
/// their results.
pub trait Trials: Default {
    /// The name of the chapter on the command line.
    const CHAPTER: &'static str;

    /// Returns the trainings that the chapter compares.
    fn trials(seeds: &[u64]) -> Vec<Trial<Self>>;

    /// Writes the card, and models that are kept, into an existing
    /// folder.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] with the file that cannot be written.
    fn save(&self, folder: &Path) -> Result<(), TrainedError>;
}

/// One training, whose result is added to a card.
pub struct Trial<C> {
    pub(crate) name: String,
    measure: Box<Measure<C>>,
}

/// Adds a result to a card.
type Add<C> = Box<dyn FnOnce(&mut C) + Send>;
type Measure<C> =
    dyn FnOnce() -> Result<Add<C>, Box<dyn Error + Send + Sync>> + Send;

impl<C> Trial<C> {
    /// Creates a trial from `measure`, which creates, trains, and
    /// measures a model, and `add`, which adds the result to a card.
    ///
    /// Parameters cannot leave the thread of `measure`, so it returns
    /// scores or the [`state`](crate::nn::state) of its model.
    pub fn new<T: Send + 'static>(
        name: impl Into<String>,
        measure: impl FnOnce() -> Result<T, Box<dyn Error + Send + Sync>>
        + Send
        + 'static,
        add: impl FnOnce(&mut C, T) + Send + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            measure: Box::new(move || {
                let result = measure()?;
                Ok(Box::new(move |card: &mut C| add(card, result)))
            }),
        }
    }
}

/// The failure of a [`Trial`].
#[derive(Debug, Error)]
#[error(transparent)]
pub struct TrialError(Box<dyn Error + Send + Sync>);

/// Runs all trials of a chapter on this many threads, and returns their
/// card, on which the number of threads has no effect.
///
/// `watch` receives the name of each trial when it and all before it
/// have ended.
///
/// # Errors
///
/// The error of the first trial that fails, with its name.
pub fn run<C: Trials + 'static>(
    seeds: &[u64],
    threads: usize,
    mut watch: impl FnMut(&str),
) -> Result<C, Failed<TrialError>> {
    let job = |Trial { name, measure }: Trial<C>| {
        Job::new(name.clone(), move || match measure() {
            Ok(add) => Ok((name, add)),
            Err(error) => Err(TrialError(error)),
        })
    };
    let jobs = C::trials(seeds).into_iter().map(job).collect();
    let ended = in_parallel(jobs, threads, |(name, _)| watch(name))?;
    let mut card = C::default();
    for (_, add) in ended {
        add(&mut card);
    }
    Ok(card)
}

#[cfg(test)]
mod tests;
