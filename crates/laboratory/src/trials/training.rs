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
///
/// # Example
///
/// ```
/// use attention::nn::Linear;
/// use attention::train::Loss;
/// use laboratory::trials::train;
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let layer = Linear::new(2, 1, &mut ChaCha8Rng::seed_from_u64(0));
/// let report = train(&layer, 0.1, 5, 20, |tape| {
///     let output = layer.forward(tape.constant(array![[1.0, 2.0]]));
///     let value = (output * output).sum();
///     Ok(Loss { value, tokens: 1 })
/// })?;
/// assert!(report.losses()[19] < report.losses()[0]);
/// # Ok::<(), attention::train::Stopped>(())
/// ```
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
