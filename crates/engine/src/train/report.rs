//! What happened in a training.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Real;

/// One step of a training.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TrainingStep {
    /// The loss before the parameters were changed.
    pub loss: Real,
    /// The length of all gradients together, before they were clipped.
    pub gradient_norm: Real,
    /// The learning rate with which the parameters were changed.
    pub learning_rate: Real,
    /// How many tokens the loss was computed from, as the batch said.
    pub tokens: usize,
    /// How long the step took, the making of the batch included; 0 in a browser, which has no clock
    /// that this crate can read.
    pub seconds: f64,
}

/// The steps of a training, from the first to the last that changed the parameters.
///
/// # Example
///
/// ```
/// use attention::train::{Report, TrainingStep};
///
/// let step = |loss, seconds| TrainingStep {
///     loss,
///     gradient_norm: 1.0,
///     learning_rate: 0.1,
///     tokens: 60,
///     seconds,
/// };
/// let report = Report { steps: vec![step(2.0, 0.5), step(1.5, 0.125), step(1.25, 0.125)] };
/// assert_eq!(report.losses(), [2.0, 1.5, 1.25]);
/// assert_eq!(report.tokens_per_second(), Some(480.0)); // without the first step
/// let text = "3 steps in 0.75 seconds, 480 tokens per second, loss of a batch 2.0000 to 1.2500";
/// assert_eq!(report.to_string(), text);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// What happened in each step.
    pub steps: Vec<TrainingStep>,
}

impl Report {
    /// The loss of each step.
    pub fn losses(&self) -> Vec<Real> {
        self.steps.iter().map(|step| step.loss).collect()
    }

    /// How long all steps took. The time between them, when progress is drawn, does not count.
    pub fn seconds(&self) -> f64 {
        self.steps.iter().map(|step| step.seconds).sum()
    }

    /// How many tokens went through the model in a second.
    ///
    /// The first step does not count: in it the optimizer makes its running means, and the system
    /// hands out memory that later steps find ready. None if there is no second step, or no clock.
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

/// Starts to measure: what it returns tells the seconds since then.
#[cfg(not(target_family = "wasm"))]
pub(super) fn stopwatch() -> impl Fn() -> f64 {
    let start = std::time::Instant::now();
    move || start.elapsed().as_secs_f64()
}

/// Always 0: the clock of the standard library panics in a browser.
#[cfg(target_family = "wasm")]
pub(super) fn stopwatch() -> impl Fn() -> f64 {
    || 0.0
}
