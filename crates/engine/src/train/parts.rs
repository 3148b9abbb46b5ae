//! One training on several threads.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, scope};

use ndarray::ArrayD;

use super::trainer::Computed;
use super::{Batch, Cause, Optimizer, Report, Stopped, Trainer};
use crate::Real;
use crate::nn::{Module, Param, State, restore, state};
use crate::tape::{Gradients, Tape};

/// A training whose batches consist of parts, of which several threads compute the gradients.
pub trait InParts: Sync {
    /// The model, which cannot leave its thread.
    type Model: Module;

    /// Creates a model with the names and shapes of the one that is trained.
    fn model(&self) -> Self::Model;

    /// Returns the number of parts of each batch, at least 1.
    fn parts(&self) -> usize;

    /// Computes the loss of a part.
    fn loss<'t>(
        &self,
        model: &Self::Model,
        tape: &'t Tape,
        step: usize,
        part: usize,
    ) -> Batch<'t>;
}

/// The loss of a part, and its gradients in the order of the parameters.
struct PartDone {
    loss: Real,
    tokens: usize,
    gradients: Vec<Option<ArrayD<Real>>>,
}

/// A part to compute.
struct Task {
    part: usize,
    step: usize,
    seed: u64,
    state: State,
}

impl Trainer {
    /// Runs the training loop on this many threads.
    ///
    /// The loss of a batch is the mean over the tokens of all parts, and so is its gradient. Each
    /// part has a tape of its own, and the gradients are added in the order of the parts, so the
    /// number of threads changes no bit of the result. `before` is called before each step.
    ///
    /// # Errors
    ///
    /// As for [`run`](Trainer::run).
    ///
    /// # Panics
    ///
    /// If a batch has no parts, or as for [`run`](Trainer::run).
    pub fn run_in_parts<C: InParts>(
        &self,
        training: &C,
        model: &C::Model,
        optimizer: &mut dyn Optimizer,
        threads: usize,
        before: impl FnMut(usize),
    ) -> Result<Report, Stopped> {
        let parts = training.parts();
        assert!(parts > 0, "run_in_parts: a batch has no parts");
        let params: Vec<Param> =
            model.params().into_iter().map(|(_, param)| param).collect();
        if threads.min(parts) <= 1 {
            return self.run_steps(model, optimizer, before, |step, seed| {
                let done =
                    (0..parts).map(|part| compute(training, model, step, part, seed));
                sum(&params, done.collect::<Result<_, _>>()?)
            });
        }
        scope(|scope| {
            let (done, results) = channel();
            let workers: Vec<Sender<Task>> = (0..threads.min(parts))
                .map(|_| {
                    let (sender, tasks) = channel();
                    let done = done.clone();
                    scope.spawn(move || work(training, &tasks, &done));
                    sender
                })
                .collect();
            self.run_steps(model, optimizer, before, |step, seed| {
                for part in 0..parts {
                    let task = Task { part, step, seed, state: state(model) };
                    let worker = &workers[part % workers.len()];
                    worker.send(task).expect("a thread waits for its next part");
                }
                let mut all: Vec<Ended> = results.iter().take(parts).collect();
                all.sort_by_key(|(part, _)| *part);
                let all = all.into_iter();
                let done = all.map(|(_, result)| {
                    result.unwrap_or_else(|panic| resume_unwind(panic))
                });
                sum(&params, done.collect::<Result<_, _>>()?)
            })
        })
    }
}

/// The result of a part, or the payload of its panic.
type Ended = (usize, thread::Result<Result<PartDone, Cause>>);

/// Computes the parts of a thread, with a model of its own.
fn work<C: InParts>(training: &C, tasks: &Receiver<Task>, done: &Sender<Ended>) {
    let model = training.model();
    for Task { part, step, seed, state } in tasks {
        // After a panic, the whole training ends, and nobody reads the model again.
        let result = catch_unwind(AssertUnwindSafe(|| {
            restore(&model, &state).expect("all threads create the same model");
            drop(state);
            compute(training, &model, step, part, seed)
        }));
        if done.send((part, result)).is_err() {
            return;
        }
    }
}

fn compute<C: InParts>(
    training: &C,
    model: &C::Model,
    step: usize,
    part: usize,
    seed: u64,
) -> Result<PartDone, Cause> {
    // Each part draws its own dropout.
    let seed = seed.wrapping_add(part as u64);
    let computed =
        Computed::of(model, seed, |tape| training.loss(model, tape, step, part))?;
    let Computed { loss, tokens, mut gradients } = computed;
    let gradients =
        model.params().into_iter().map(|(_, param)| gradients.take(&param)).collect();
    Ok(PartDone { loss, tokens, gradients })
}

/// Returns the mean over the tokens of all parts.
fn sum(params: &[Param], parts: Vec<PartDone>) -> Result<Computed, Cause> {
    let tokens: usize = parts.iter().map(|part| part.tokens).sum();
    let mut loss = 0.0;
    let mut sums: Vec<Option<ArrayD<Real>>> = vec![None; params.len()];
    for part in parts {
        let weight = part.tokens as Real / tokens.max(1) as Real;
        loss += weight * part.loss;
        for (sum, gradient) in sums.iter_mut().zip(part.gradients) {
            let Some(mut gradient) = gradient else { continue };
            match sum {
                Some(sum) => sum.scaled_add(weight, &gradient),
                None => {
                    gradient *= weight;
                    *sum = Some(gradient);
                }
            }
        }
    }
    let params = params.iter().cloned().zip(sums);
    let gradients = params.filter_map(|(param, sum)| Some((param, sum?)));
    Ok(Computed { loss, tokens, gradients: Gradients::of_params(gradients) })
}
