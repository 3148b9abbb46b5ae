use std::error::Error;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::clip_global_norm;
use super::error::accept;
use super::progress::{Progress, without_progress_bar};
use super::report::stopwatch;
use super::{
    Cause, Checkpoint, Extreme, Optimizer, Report, Schedule, SettingError, Stopped,
    TrainingStep,
};
use crate::Real;
use crate::nn::Module;
use crate::tape::{Gradients, Mode, Tape, Var};

/// The loss of a batch.
#[derive(Debug, Clone, Copy)]
pub struct Loss<'t> {
    /// The scalar loss.
    pub value: Var<'t>,
    /// The number of tokens in the batch, without padding, from which the speed is computed.
    pub tokens: usize,
}

/// The loss of a batch, or an error; `?` converts any error.
pub type Batch<'t> = Result<Loss<'t>, Box<dyn Error + Send + Sync>>;

/// The training loop.
///
/// It draws a progress bar on standard error if that is a terminal. In tests, pipes, and browsers,
/// it is silent.
#[derive(Debug, Clone, PartialEq)]
pub struct Trainer {
    steps: usize,
    seed: u64,
    max_norm: Real,
    schedule: Option<Schedule>,
    checkpoint: Option<Checkpoint>,
}

impl Trainer {
    /// Creates a training loop of this many steps, without clipping or a schedule.
    ///
    /// Counting epochs is up to the caller: with `n` batches in a data set, step `s` is batch
    /// `s % n` of epoch `s / n`.
    pub fn new(steps: usize) -> Self {
        Self {
            steps,
            seed: 0,
            max_norm: Real::INFINITY,
            schedule: None,
            checkpoint: None,
        }
    }

    /// [Clips](clip_global_norm) the gradients to this norm.
    ///
    /// # Errors
    ///
    /// If the norm is not positive.
    pub fn clip(mut self, max_norm: Real) -> Result<Self, SettingError> {
        let accepted = max_norm > 0.0;
        self.max_norm = accept(accepted, "maximum norm", max_norm, "positive")?;
        Ok(self)
    }

    /// Sets the learning rate of each step from a schedule.
    #[must_use]
    pub fn schedule(mut self, schedule: Schedule) -> Self {
        self.schedule = Some(schedule);
        self
    }

    /// Sets the seed for dropout, which is 0 by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Saves checkpoints to a file, from which interrupted training resumes and ends with the same
    /// bits.
    ///
    /// The module must be created in the same way, and `batch` must return the same losses for the
    /// same steps; random numbers that it drew for earlier steps, it must draw again. A checkpoint
    /// of another training run, with other steps, seed, clipping, or schedule, is reported and
    /// ignored. Without a terminal, training with checkpoints reports its progress under the name
    /// of the file, in one line every half minute.
    #[must_use]
    pub fn checkpoint(mut self, checkpoint: Checkpoint) -> Self {
        self.checkpoint = Some(checkpoint);
        self
    }

    /// Runs the training loop.
    ///
    /// Each step calls `batch` for a loss on a new tape, clips the gradients of the loss, and lets
    /// the optimizer update the parameters of the module. Equal seeds, parameters, and batches lead
    /// to equal parameters, bit for bit.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a loss or the norm of its gradients is not finite, if a parameter is not
    /// finite after the last step, or if `batch` fails. It includes the report of all steps that
    /// changed the parameters.
    ///
    /// # Panics
    ///
    /// If a loss is not a scalar.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::{Module, Param, Visitor};
    /// use attention::train::{Adam, Loss, Schedule, Trainer};
    /// use ndarray::array;
    ///
    /// struct Point(Param);
    /// impl Module for Point {
    ///     fn visit(&self, visitor: &mut Visitor<'_>) {
    ///         visitor.param("x", &self.0);
    ///     }
    /// }
    ///
    /// let point = Point(Param::new(array![3.0, -4.0]));
    /// let mut adam = Adam::new(0.1)?;
    /// let schedule = Schedule::cosine(0.1, 10, 200, 0.0)?;
    /// let trainer = Trainer::new(200).clip(1.0)?.schedule(schedule);
    /// let report = trainer.run(&point, &mut adam, |tape, _step| {
    ///     let x = tape.param(&point.0);
    ///     Ok(Loss { value: (x * x).sum(), tokens: 2 })
    /// })?;
    /// assert_eq!(report.steps[0].gradient_norm, 10.0);
    /// assert!(report.losses()[199] < 1e-3);
    ///
    /// let stopped = trainer.run(&point, &mut adam, |tape, step| {
    ///     let x = tape.param(&point.0);
    ///     let factor = if step < 2 { 1.0 } else { 1.0 / 0.0 };
    ///     Ok(Loss { value: (x * x).sum() * factor, tokens: 2 })
    /// });
    /// let stopped = stopped.unwrap_err();
    /// assert!(stopped.to_string().starts_with("step 2: loss is inf; "));
    /// assert_eq!(stopped.report.steps.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(
        &self,
        module: &dyn Module,
        optimizer: &mut dyn Optimizer,
        mut batch: impl for<'t> FnMut(&'t Tape, usize) -> Batch<'t>,
    ) -> Result<Report, Stopped> {
        self.run_steps(
            module,
            optimizer,
            |_| (),
            |step, seed| Computed::of(module, seed, |tape| batch(tape, step)),
        )
    }

    /// Runs the training loop with the loss and the gradients that `compute` returns for a step and
    /// its seed; `before` is not part of the duration of a step.
    pub(super) fn run_steps(
        &self,
        module: &dyn Module,
        optimizer: &mut dyn Optimizer,
        mut before: impl FnMut(usize),
        mut compute: impl FnMut(usize, u64) -> Result<Computed, Cause>,
    ) -> Result<Report, Stopped> {
        let name = self.checkpoint.as_ref().and_then(|kept| kept.path.file_stem());
        let mut progress = Progress::new(self.steps, name);
        let steps = self.restore(module, optimizer, &mut progress);
        let (done, mut report) = (steps.len(), Report { steps });
        let (mut since_checkpoint, mut failed) = (0.0, false);
        let mut seeds = ChaCha8Rng::seed_from_u64(self.seed);
        for step in 0..self.steps {
            let seed = seeds.next_u64();
            if step < done {
                continue;
            }
            if let Some(schedule) = self.schedule {
                optimizer.set_learning_rate(schedule.rate(step));
            }
            before(step);
            let last = step + 1 == self.steps;
            let result = self.step(module, optimizer, || compute(step, seed));
            let result = result.and_then(|done| {
                report.steps.push(done);
                progress.advance(&done);
                since_checkpoint += done.seconds;
                if last { finite(module) } else { Ok(()) }
            });
            if let Err(cause) = result {
                return Err(Stopped {
                    step,
                    learning_rate: optimizer.learning_rate(),
                    cause,
                    report,
                });
            }
            if let Some(kept) = &self.checkpoint
                && (last || since_checkpoint >= kept.every.as_secs_f64())
            {
                let saved = kept.save(&self.name(), module, optimizer, &report.steps);
                if let Err(error) = &saved
                    && !failed
                {
                    without_progress_bar(|| {
                        eprintln!("step {step}: checkpoint not saved: {error}");
                    });
                }
                (since_checkpoint, failed) = (0.0, saved.is_err());
            }
        }
        Ok(report)
    }

    /// Restores a checkpoint and returns its steps.
    fn restore(
        &self,
        module: &dyn Module,
        optimizer: &mut dyn Optimizer,
        progress: &mut Progress,
    ) -> Vec<TrainingStep> {
        let Some(kept) = &self.checkpoint else {
            return Vec::new();
        };
        let steps = kept.load(&self.name(), module, optimizer);
        let steps = steps.unwrap_or_else(|problem| {
            without_progress_bar(|| {
                eprintln!("{problem}; training starts from the beginning");
            });
            Vec::new()
        });
        progress.resume(steps.len());
        steps
    }

    /// Returns a string that identifies the training run. Its number is a version of the code,
    /// which changes if steps are computed differently.
    fn name(&self) -> String {
        let plain = Self { checkpoint: None, ..self.clone() };
        format!("1: {plain:?}")
    }

    fn step(
        &self,
        module: &dyn Module,
        optimizer: &mut dyn Optimizer,
        compute: impl FnOnce() -> Result<Computed, Cause>,
    ) -> Result<TrainingStep, Cause> {
        let seconds = stopwatch();
        let Computed { loss, tokens, mut gradients } = compute()?;
        let gradient_norm = clip_global_norm(&mut gradients, self.max_norm);
        if !gradient_norm.is_finite() {
            let gradient = Extreme::among_gradients(module, &gradients);
            return Err(Cause::Gradient { loss, norm: gradient_norm, gradient });
        }
        optimizer.step(module, &gradients);
        Ok(TrainingStep {
            loss,
            gradient_norm,
            learning_rate: optimizer.learning_rate(),
            tokens,
            seconds: seconds(),
        })
    }
}

/// The loss of a batch, and its gradients.
pub(super) struct Computed {
    pub(super) loss: Real,
    pub(super) tokens: usize,
    pub(super) gradients: Gradients,
}

impl Computed {
    /// Computes the loss of a batch on a new tape, which is dropped, so that parameters can be
    /// changed in place.
    pub(super) fn of(
        module: &dyn Module,
        seed: u64,
        batch: impl for<'t> FnOnce(&'t Tape) -> Batch<'t>,
    ) -> Result<Self, Cause> {
        let tape = Tape::new(Mode::Train, seed);
        let Loss { value, tokens } = batch(&tape).map_err(Cause::Batch)?;
        let loss = value.item();
        if !loss.is_finite() {
            let parameter = Extreme::among_parameters(module);
            return Err(Cause::Loss { loss, parameter });
        }
        Ok(Self { loss, tokens, gradients: value.backward() })
    }
}

/// Checks the parameters after the last step. After earlier steps, the loss of the next one reveals
/// an entry that is not finite.
fn finite(module: &dyn Module) -> Result<(), Cause> {
    match Extreme::among_parameters(module) {
        Some(extreme) if !extreme.value.is_finite() => Err(Cause::Parameter(extreme)),
        _ => Ok(()),
    }
}
