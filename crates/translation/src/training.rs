//! The training of encoder-decoders.

use engine::Real;
use engine::nn::ConfigError;
use engine::train::{
    Adam, Checkpoint, Loss, Report, Schedule, SettingError, Stopped,
    Trainer,
};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::EncoderDecoder;
use crate::data::{Batch, BatchError, Example, shuffled_batches};

/// The settings of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// The number of epochs.
    pub epochs: usize,
    /// The batch size.
    pub batch: usize,
    /// The largest learning rate.
    pub learning_rate: Real,
    /// The schedule of the learning rate.
    pub curve: RateCurve,
    /// The norm to which gradients are clipped.
    pub clip: Real,
    /// The seed for the order of the examples and for dropout.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            epochs: 10,
            batch: 64,
            learning_rate: 0.005,
            curve: RateCurve::default(),
            clip: 1.0,
            seed: 0,
        }
    }
}

/// The schedule of the learning rate of a [`Recipe`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum RateCurve {
    /// Constant.
    Constant,
    /// Linear warm-up during this fraction of the steps, then a cosine down to 0.
    Cosine {
        /// At least 0 and less than 1.
        warmup: f64,
    },
    /// Linear warm-up during this number of steps, then a decrease with the inverse square root of
    /// the step.
    InverseSqrt {
        /// At least 1.
        warmup: usize,
    },
}

impl Default for RateCurve {
    fn default() -> Self {
        Self::Cosine { warmup: 0.05 }
    }
}

impl RateCurve {
    fn schedule(
        self,
        peak: Real,
        steps: usize,
    ) -> Result<Schedule, SettingError> {
        match self {
            Self::Constant => Schedule::constant(peak),
            Self::Cosine { warmup } => {
                if !(0.0..1.0).contains(&warmup) {
                    return Err(SettingError::Number {
                        setting: "warm-up share",
                        value: warmup as Real,
                        expected: "in [0, 1)",
                    });
                }
                let warmup = (warmup * steps as f64).round() as usize;
                Schedule::cosine(peak, warmup, steps, 0.0)
            }
            Self::InverseSqrt { warmup } => {
                Schedule::warmup_inverse_sqrt(peak, warmup)
            }
        }
    }
}

/// An error before or during training.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainError {
    /// A setting of the recipe is invalid.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A setting of the model is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A batch would have no examples.
    #[error(
        "batch size {batch}, {examples} examples: there is nothing to train on"
    )]
    Empty {
        /// The batch size.
        batch: usize,
        /// The number of examples.
        examples: usize,
    },
    /// The examples do not match the vocabularies of the model.
    #[error(transparent)]
    Data(#[from] BatchError),
    /// Training ended, but its finite parameters are too large to compute a finite loss.
    #[error("loss of the trained model is {0}")]
    Useless(f64),
    /// Training stopped early.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Trains a model with teacher forcing, Adam, and clipped gradients, and returns a report.
///
/// The same model, examples, and recipe lead to the same parameters, bit for bit on one machine.
///
/// # Errors
///
/// [`TrainError`] if a setting or an example is invalid, before any change, or if training stops
/// early.
pub fn train<M: EncoderDecoder>(
    model: &M,
    examples: &[Example],
    vocabs: [usize; 2], // of the sources and of the targets
    recipe: &Recipe,
) -> Result<Report, TrainError> {
    train_with(model, examples, vocabs, recipe, None)
}

/// Trains like [`train`], with a [checkpoint](Trainer::checkpoint) from which the same call
/// resumes.
///
/// # Errors
///
/// As for [`train`].
pub fn train_with<M: EncoderDecoder>(
    model: &M,
    examples: &[Example],
    vocabs: [usize; 2],
    recipe: &Recipe,
    checkpoint: Option<Checkpoint>,
) -> Result<Report, TrainError> {
    let in_epoch = check(examples, vocabs, recipe)?;
    let steps = recipe.epochs * in_epoch;
    let schedule =
        recipe.curve.schedule(recipe.learning_rate, steps)?;
    let mut trainer =
        Trainer::new(steps).clip(recipe.clip)?.seed(recipe.seed);
    if let Some(checkpoint) = checkpoint {
        trainer = trainer.checkpoint(checkpoint);
    }
    let mut adam = Adam::new(recipe.learning_rate)?;
    let mut rng = ChaCha8Rng::seed_from_u64(recipe.seed);
    let (mut epochs, mut epoch) = (0, Vec::new());
    let report = trainer.schedule(schedule).run(
        model,
        &mut adam,
        |tape, step| {
            // Also shuffles the epochs that the checkpoint has completed.
            while epochs <= step / in_epoch {
                epoch =
                    shuffled_batches(examples, recipe.batch, &mut rng);
                epochs += 1;
            }
            let chosen = epoch[step % in_epoch]
                .iter()
                .map(|&place| &examples[place]);
            let batch = Batch::new(chosen, vocabs[0], vocabs[1])?;
            let tokens = batch.target_tokens();
            Ok(Loss { value: model.loss(tape, &batch), tokens })
        },
    )?;
    Ok(report)
}

/// Returns the number of steps of an epoch, if all examples match.
fn check(
    examples: &[Example],
    [source_vocab, target_vocab]: [usize; 2],
    recipe: &Recipe,
) -> Result<usize, TrainError> {
    if recipe.batch == 0 || examples.is_empty() {
        return Err(TrainError::Empty {
            batch: recipe.batch,
            examples: examples.len(),
        });
    }
    for examples in examples.chunks(recipe.batch) {
        Batch::new(examples, source_vocab, target_vocab)?;
    }
    Ok(examples.len().div_ceil(recipe.batch))
}
