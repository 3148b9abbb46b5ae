use attention::Real;
use attention::nn::Module;
use attention::tape::Tape;
use attention::train::{Adam, Batch, Report, Schedule, Stopped, Trainer};

/// Trains a model with Adam, at a learning rate that rises for `warmup` steps and then falls to 0
/// along a cosine.
///
/// # Errors
///
/// [`Stopped`], as from [`Trainer::run`].
///
/// # Panics
///
/// If the rate is not positive, or if the warm-up is not shorter than the training.
#[track_caller]
pub fn train(
    model: &dyn Module,
    rate: Real,
    warmup: usize,
    steps: usize,
    mut batch: impl for<'t> FnMut(&'t Tape) -> Batch<'t>,
) -> Result<Report, Stopped> {
    let schedule =
        Schedule::cosine(rate, warmup, steps, 0.0).expect("a warm-up shorter than the training");
    let mut adam = Adam::new(rate).expect("a positive rate");
    let trainer = Trainer::new(steps).schedule(schedule);
    trainer.run(model, &mut adam, |tape, _step| batch(tape))
}
