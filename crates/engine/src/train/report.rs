use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Real;

/// A training step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TrainingStep {
    /// The loss before the update.
    pub loss: Real,
    /// The global norm of the gradients before clipping.
    pub gradient_norm: Real,
    /// The learning rate of the update.
    pub learning_rate: Real,
    /// The number of tokens in the batch, as in [`Loss::tokens`](super::Loss::tokens).
    pub tokens: usize,
    /// The duration of the step, including the batch, or 0 in a browser, where this crate has no
    /// clock.
    pub seconds: f64,
}

/// The training steps that changed the parameters.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// The steps in order.
    pub steps: Vec<TrainingStep>,
}

impl Report {
    /// Returns the loss of each step.
    pub fn losses(&self) -> Vec<Real> {
        self.steps.iter().map(|step| step.loss).collect()
    }

    /// Returns the total duration of all steps, without the time between them.
    pub fn seconds(&self) -> f64 {
        self.steps.iter().map(|step| step.seconds).sum()
    }

    /// Returns the mean number of tokens per second, or `None` with fewer than two steps or without
    /// a clock.
    ///
    /// The first step is left out, because it allocates memory that later steps reuse.
    pub fn tokens_per_second(&self) -> Option<f64> {
        let later = self.steps.get(1..)?;
        let tokens: usize = later.iter().map(|step| step.tokens).sum();
        let seconds: f64 = later.iter().map(|step| step.seconds).sum();
        (seconds > 0.0).then(|| tokens as f64 / seconds)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, seconds) = (self.steps.len(), self.seconds());
        write!(f, "{count} steps in {seconds:.2} seconds")?;
        if let Some(speed) = self.tokens_per_second() {
            write!(f, ", {speed:.0} tokens per second")?;
        }
        if let [first, .., last] = self.steps.as_slice() {
            write!(f, ", loss of a batch {:.4} to {:.4}", first.loss, last.loss)?;
        }
        Ok(())
    }
}

/// Returns a function that returns the seconds since this call.
#[cfg(not(target_family = "wasm"))]
pub(super) fn stopwatch() -> impl Fn() -> f64 {
    let start = std::time::Instant::now();
    move || start.elapsed().as_secs_f64()
}

/// Returns a function that returns 0, because the clock of the standard library panics in a
/// browser.
#[cfg(target_family = "wasm")]
pub(super) fn stopwatch() -> impl Fn() -> f64 {
    || 0.0
}
