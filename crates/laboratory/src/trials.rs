//! Trials: trainings from a seed whose results are collected.
//!
//! Every training that the book reports is a [`Trial`]. It creates a model from a seed, trains it,
//! measures it, and adds the result to the card of its chapter, together with the model if that is
//! kept. A chapter lists its trials in [`Trials::trials`]; [`run_chapter`] runs them.

mod answers;
mod training;

use std::fs;
use std::path::Path;

use attention::encoder_decoder::Run;
use attention::nn::{Module, State, restore};
use attention::train::{Failed, Job, Report, in_parallel};
use engine::file::replace;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::saved::{Problem, Saved};

pub use answers::{accuracy, accuracy_by_position, right_answers};
pub use training::train;

/// Adds a result to what is collected, and describes it in a line.
type Add<'a, T> = Box<dyn FnOnce(&mut T) -> String + Send + 'a>;

/// Measures, or reads the stored result of an earlier run from a folder.
type Measure<'a, T> = dyn FnOnce(Option<&Path>) -> Result<Add<'a, T>, Problem> + Send + 'a;

/// One training with its measurement, of which a `T` collects the results.
pub struct Trial<'a, T> {
    pub(crate) name: String,
    measure: Box<Measure<'a, T>>,
}

impl<'a, T> Trial<'a, T> {
    /// Creates a trial from `measure`, which creates, trains, and measures a model, and `add`,
    /// which collects the result.
    ///
    /// The result is stored if [`run`] has a folder, so that an interrupted run resumes with the
    /// next trial. Parameters cannot leave the thread of `measure`.
    pub fn new<R: Serialize + DeserializeOwned + Send + 'a>(
        name: impl Into<String>,
        measure: impl FnOnce() -> Result<R, Problem> + Send + 'a,
        add: impl FnOnce(&mut T, R) + Send + 'a,
    ) -> Self {
        let name = name.into();
        let line = name.clone();
        let file = format!("{name}.json");
        Self {
            name,
            measure: Box::new(move |folder| {
                let path = folder.map(|folder| folder.join(file));
                let stored = path
                    .as_ref()
                    .and_then(|path| serde_json::from_slice(&fs::read(path).ok()?).ok());
                let result = match stored {
                    Some(result) => result,
                    None => {
                        let result = measure()?;
                        if let Some(path) = path {
                            // If it cannot be stored, it is measured again.
                            let text = serde_json::to_vec(&result);
                            let _ = text.map(|text| replace(&path, &text));
                        }
                        result
                    }
                };
                Ok(Box::new(move |collected: &mut T| {
                    add(collected, result);
                    line
                }))
            }),
        }
    }

    /// Creates a trial whose result is not stored, because its training writes checkpoints or
    /// because the result contains a model. `add` also describes the result in a line.
    pub fn unstored<R: Send + 'a>(
        name: impl Into<String>,
        measure: impl FnOnce() -> Result<R, Problem> + Send + 'a,
        add: impl FnOnce(&mut T, R) -> String + Send + 'a,
    ) -> Self {
        Self {
            name: name.into(),
            measure: Box::new(move |_| {
                let result = measure()?;
                Ok(Box::new(move |collected: &mut T| add(collected, result)))
            }),
        }
    }
}

/// The failure of a [`Trial`].
#[derive(Debug, Error)]
#[error(transparent)]
pub struct TrialError(#[from] Problem);

/// Creates the models of a card before their trials.
pub(crate) fn untrained<S: Saved>(card: S::Card) -> Result<S, Failed<TrialError>> {
    S::untrained(card)
        .map_err(|problem| Failed { job: "settings".to_owned(), error: TrialError(problem) })
}

/// Gives a model the parameters that a trial has trained.
pub(crate) fn keep(model: &impl Module, trained: &State) {
    restore(model, trained).expect("the parameters are of such a model");
}

/// Runs trials on this many threads and adds their results, in the order of the trials, to
/// `collected`. The number of threads has no effect on it.
///
/// Results that an earlier run has stored in the folder `finished` are not measured again. `watch`
/// receives the line of each trial, with all that is collected so far, when it and all before it
/// have ended.
///
/// # Errors
///
/// The error of the first trial that fails, with its name.
pub fn run<T>(
    trials: Vec<Trial<'_, T>>,
    collected: &mut T,
    threads: usize,
    finished: Option<&Path>,
    mut watch: impl FnMut(&str, &T),
) -> Result<(), Failed<TrialError>> {
    let job =
        |Trial { name, measure }| Job::new(name, move || measure(finished).map_err(TrialError));
    let jobs = trials.into_iter().map(job).collect();
    in_parallel(jobs, threads, |add: Add<'_, T>| {
        let line = add(collected);
        watch(&line, collected);
    })
}

/// Implemented for what the trials of a chapter leave.
pub trait Trials: Saved<Card: Default> {
    /// Returns the trials that the chapter compares.
    fn trials(seeds: &[u64]) -> Vec<Trial<'static, Self>>;
}

/// Runs all trials of a chapter as [`run`] does.
///
/// # Errors
///
/// As for [`run`].
pub fn run_chapter<C: Trials>(
    seeds: &[u64],
    threads: usize,
    finished: Option<&Path>,
    mut watch: impl FnMut(&str),
) -> Result<C, Failed<TrialError>> {
    let mut collected =
        C::untrained(C::Card::default()).expect("the sizes of the chapter are possible");
    let trials = C::trials(seeds);
    run(trials, &mut collected, threads, finished, |line, _| watch(line))?;
    Ok(collected)
}

/// Describes a trained translator in one line.
pub(crate) fn line(kind: &str, run: &Run, report: &Report) -> String {
    format!(
        "{kind}, seed {}: {report}, afterward {:.4} over all pairs; held out: BLEU {:.3}, {:.1} % right",
        run.seed,
        run.training_loss,
        run.held_out.bleu,
        100.0 * run.held_out.exact
    )
}

#[cfg(test)]
mod tests;
