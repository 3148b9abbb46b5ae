//! Models that read longer texts than in training, and models that are read with the other pairing.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::training::{Recipe, Task, accuracy, accuracy_by_position, train};
use crate::compared::compared;
use crate::saved::Problem;
use attention::Real;
use attention::newer_transformer::{
    DecoderOnly, DecoderOnlyConfig, NetworkKind, Positions, Scaling,
};
use attention::nn::{Pairing, restore, state};

/// The length of the training sequences.
pub const TRAINED_LEN: usize = 32;
/// The lengths of the tests.
pub const TESTED_LENS: [usize; 4] = [32, 64, 128, 256];
/// How many times as long as in training the angles are made for.
pub const STRETCH: Real = 4.0;
/// The steps of fine-tuning after which accuracy is measured.
pub const TUNED_STEPS: [usize; 5] = [0, 15, 30, 45, 60];

compared! {
    /// How a model knows the order of its tokens.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Encoding {
        /// Only the causal mask tells the order.
        None: "none",
        /// Sines and cosines are added to the tokens.
        Sinusoid: "sinusoid",
        /// Learned vectors are added to the tokens.
        Learned: "learned",
        /// 32 buckets of offsets up to 128.
        Buckets32: "32 buckets",
        /// 8 buckets of offsets up to 16.
        Buckets8: "8 buckets",
        /// A slope for each head.
        Slopes: "slopes",
        /// Queries and keys are rotated.
        Rotation: "rotation",
    }
}

impl Encoding {
    fn positions(self) -> Positions {
        match self {
            Self::None => Positions::None,
            Self::Sinusoid => Positions::Sinusoidal,
            Self::Learned => Positions::Learned { len: TESTED_LENS[3] },
            Self::Buckets32 => Positions::Buckets { count: 32, distance: 128 },
            Self::Buckets8 => Positions::Buckets { count: 8, distance: 16 },
            Self::Slopes => Positions::Alibi,
            Self::Rotation => Positions::rotary(BASE),
        }
    }
}

compared! {
    /// How the angles of a trained model are changed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Stretching {
        /// Not at all.
        None: "none",
        /// See [`Scaling::Interpolation`].
        Interpolation: "interpolation",
        /// See [`Scaling::NtkAware`].
        NtkAware: "NTK-aware",
        /// See [`Scaling::ByParts`], between 1 and 4 turns, without the score factor.
        PartsAlone: "parts alone",
        /// The score factor of [`Scaling::ByParts`] with the angles of training.
        FactorAlone: "factor alone",
        /// See [`Scaling::ByParts`], between 1 and 4 turns, with the score factor.
        ByParts: "by parts",
    }
}

impl Stretching {
    /// Returns the scaling to [`STRETCH`] times the trained length.
    pub fn scaling(self) -> Scaling {
        let factor = STRETCH;
        let by_parts = |low, high, sharpened| Scaling::ByParts {
            factor,
            trained_len: TRAINED_LEN,
            low,
            high,
            sharpened,
        };
        match self {
            Self::None => Scaling::None,
            Self::Interpolation => Scaling::Interpolation { factor },
            Self::NtkAware => Scaling::NtkAware { factor },
            Self::PartsAlone => by_parts(1.0, 4.0, false),
            // Every pair makes more than 0 turns, so none is slowed.
            Self::FactorAlone => by_parts(-1.0, 0.0, true),
            Self::ByParts => by_parts(1.0, 4.0, true),
        }
    }
}

/// The accuracy of a model at [`TESTED_LENS`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtLengths {
    /// The task that the model learned.
    pub task: Task,
    /// The number of its blocks.
    pub blocks: usize,
    /// How it knows the order.
    pub encoding: Encoding,
    /// The seed of its parameters and examples.
    pub seed: u64,
    /// The accuracy at each length, for each of [`Stretching::ALL`] if the model rotates, otherwise
    /// without one.
    pub accuracy: Vec<[f64; 4]>,
}

/// The accuracy of a model that is read with the other pairing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Misread {
    /// The entries of a query.
    pub dim: usize,
    /// The seed of the parameters and examples.
    pub seed: u64,
    /// At positions 1 to 31, read as in training.
    pub trained: Vec<f64>,
    /// At positions 1 to 31, read with the other pairing.
    pub mixed: Vec<f64>,
}

/// The accuracy of a rotating model during fine-tuning on 128 tokens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuned {
    /// How the angles were changed before.
    pub stretching: Stretching,
    /// The seed of the parameters and examples.
    pub seed: u64,
    /// At 128 tokens, after each of [`TUNED_STEPS`].
    pub accuracy: [f64; 5],
}

const BASE: Real = 10_000.0;
const HEADS: usize = 2;
/// The entries of a query in most experiments.
pub(super) const DIM: usize = 16;

/// Trains a model of attention alone.
fn trained(
    task: Task,
    blocks: usize,
    encoding: Encoding,
    dim: usize,
    rng: &mut ChaCha8Rng,
) -> Result<DecoderOnly, Problem> {
    let config = DecoderOnlyConfig {
        blocks,
        positions: encoding.positions(),
        network: NetworkKind::None,
        tied: false,
        ..DecoderOnlyConfig::new(HEADS * dim, HEADS)
    };
    let model = DecoderOnly::new(&config, task.vocab(), rng)?;
    let recipe = Recipe { task, len: TRAINED_LEN, steps: 500, rate: 0.005, warmup: 25 };
    train(&model, recipe, rng, |_| {})?;
    Ok(model)
}

/// Returns the model with other angles, or another pairing.
fn read_with(model: &DecoderOnly, scaling: Scaling, pairing: Pairing) -> DecoderOnly {
    let positions = Positions::Rotary { base: BASE, scaling, pairing };
    model.with(DecoderOnlyConfig { positions, ..model.config })
}

/// Trains a model on short texts and tests it on longer ones.
pub(super) fn at_lengths(
    task: Task,
    blocks: usize,
    encoding: Encoding,
    seed: u64,
) -> Result<AtLengths, Problem> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let model = trained(task, blocks, encoding, DIM, rng)?;
    let at = |model: &DecoderOnly| TESTED_LENS.map(|len| accuracy(model, task, len));
    let accuracy = match encoding {
        Encoding::Rotation => Stretching::ALL
            .into_iter()
            .map(|stretching| at(&read_with(&model, stretching.scaling(), Pairing::HalfSplit)))
            .collect(),
        _ => vec![at(&model)],
    };
    Ok(AtLengths { task, blocks, encoding, seed, accuracy })
}

/// Trains a model and reads it with both pairings.
pub(super) fn misread(dim: usize, seed: u64) -> Result<Misread, Problem> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let task = Task::PreviousToken;
    let model = trained(task, 1, Encoding::Rotation, dim, rng)?;
    let by_position = |pairing| {
        let model = read_with(&model, Scaling::None, pairing);
        accuracy_by_position(&model, task, TRAINED_LEN)
    };
    Ok(Misread {
        dim,
        seed,
        trained: by_position(Pairing::HalfSplit),
        mixed: by_position(Pairing::Interleaved),
    })
}

/// Trains a model, changes its angles, and fine-tunes it on 128 tokens.
pub(super) fn tuned(stretching: Stretching, seed: u64) -> Result<Tuned, Problem> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let task = Task::PreviousToken;
    let model = trained(task, 1, Encoding::Rotation, DIM, rng)?;
    let model = read_with(&model, stretching.scaling(), Pairing::HalfSplit);
    let before = state(&model);
    let len = TESTED_LENS[2];
    let mut reached = [0.0; 5];
    for (steps, reached) in TUNED_STEPS.into_iter().zip(&mut reached) {
        restore(&model, &before)?;
        if steps > 0 {
            let recipe = Recipe { task, len, steps, rate: 0.002, warmup: 5 };
            train(&model, recipe, rng, |_| {})?;
        }
        *reached = accuracy(&model, task, len);
    }
    Ok(Tuned { stretching, seed, accuracy: reached })
}

#[cfg(test)]
mod tests;
