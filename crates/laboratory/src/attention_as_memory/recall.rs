//! Trials: how many pairs a memory holds.

use attention::Real;
use attention::attention_as_memory::recall::{COUNTS, Pairs, Recall, Rule};
use attention::tape::{Mode, Tape};
use attention::train::{Loss, Stopped};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::trials;

const BATCH: usize = 32;
const RATE: Real = 0.02;
const TESTED: usize = 200;

/// The accuracy of one trained memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecallRun {
    /// How the memory is written and read.
    pub rule: Rule,
    /// The entries of a key.
    pub dim: usize,
    /// Whether every key is written twice, with two values.
    pub twice: bool,
    /// The seed of the parameters and of the data.
    pub seed: u64,
    /// The fraction of right answers for each of [`COUNTS`] writes.
    pub accuracy: Vec<Real>,
}

/// Trains a memory on texts with one of [`COUNTS`] writes, drawn at random.
///
/// # Errors
///
/// [`Stopped`] if a loss is not finite.
pub fn train(
    model: &Recall,
    steps: usize,
    twice: bool,
    rng: &mut ChaCha8Rng,
) -> Result<(), Stopped> {
    trials::train(model, RATE, 0, steps, |tape| {
        let writes = COUNTS[rng.random_range(0..COUNTS.len())];
        let pairs = Pairs::draw(BATCH, writes, twice, rng);
        let value = model.forward(tape, &pairs).cross_entropy(&pairs.answers, None);
        let tokens = pairs.answers.len();
        Ok(Loss { value, tokens })
    })?;
    Ok(())
}

/// Returns the fraction of right answers.
pub fn accuracy(model: &Recall, pairs: &Pairs) -> Real {
    let tape = Tape::new(Mode::Eval, 0);
    let logits = model.forward(&tape, pairs).value();
    trials::accuracy(&logits, &pairs.answers, None) as Real
}

/// Trains and tests a memory.
///
/// # Errors
///
/// [`Stopped`] if a loss is not finite.
pub fn run(
    rule: Rule,
    dim: usize,
    twice: bool,
    steps: usize,
    seed: u64,
) -> Result<RecallRun, Stopped> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let model = Recall::new(rule, dim, rng);
    train(&model, steps, twice, rng)?;
    let accuracy = COUNTS
        .iter()
        .map(|&writes| {
            let pairs = Pairs::draw(TESTED, writes, twice, rng);
            accuracy(&model, &pairs)
        })
        .collect();
    Ok(RecallRun { rule, dim, twice, seed, accuracy })
}
