//! Trainings at three rates, with and without a bound on the scores.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::training::{Recipe, Task, first_and_later, rounded, train};
use crate::compared::compared;
use crate::saved::Problem;
use attention::Real;
use attention::newer_transformer::{DecoderOnly, DecoderOnlyConfig};
use attention::tape::Var;

/// The largest learning rates that are compared.
pub const RATES: [Real; 3] = [0.01, 0.03, 0.1];
/// The steps from one measurement of loss and entropy to the next.
pub const MEASURED_EVERY: usize = 10;

compared! {
    /// A way to keep scores small.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Remedy {
        /// Nothing.
        None: "plain",
        /// Each query and key is normalized.
        Norm: "query-key norm",
        /// Scores are bent to stay below 20.
        Cap20: "cap 20",
        /// Scores are bent to stay below √16 = 4, as with [`Norm`](Self::Norm) and gains of 1.
        Cap4: "cap 4",
    }
}

/// A training at one rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stability {
    /// The largest learning rate.
    pub rate: Real,
    /// A way to keep scores small.
    pub remedy: Remedy,
    /// The seed of the parameters and examples.
    pub seed: u64,
    /// The loss every [`MEASURED_EVERY`] steps, in nats per token.
    pub losses: Vec<f64>,
    /// The mean entropy of the weights at the same steps, in nats.
    pub entropies: Vec<f64>,
    /// The mean loss of the last 20 steps.
    pub loss: f64,
    /// The accuracy after training at the first position with a target, which only the start of
    /// the text tells.
    pub first: f64,
    /// The accuracy after training at all later positions.
    pub later: f64,
}

/// Trains a model of two blocks to repeat.
pub(super) fn stability(rate: Real, remedy: Remedy, seed: u64) -> Result<Stability, Problem> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let config = DecoderOnlyConfig {
        query_key_norm: remedy == Remedy::Norm,
        score_cap: match remedy {
            Remedy::None | Remedy::Norm => None,
            Remedy::Cap20 => Some(20.0),
            Remedy::Cap4 => Some(4.0),
        },
        tied: false,
        ..DecoderOnlyConfig::new(32, 2)
    };
    let task = Task::Repeats;
    let model = DecoderOnly::new(&config, task.vocab(), rng)?;
    let recipe = Recipe { task, len: 48, steps: 300, rate, warmup: 15 };
    let (mut step, mut entropies) = (0, Vec::new());
    let report = train(&model, recipe, rng, |predicted| {
        if step % MEASURED_EVERY == 0 {
            entropies.push(rounded(entropy(&predicted.weights)));
        }
        step += 1;
    })?;
    let losses = report.losses();
    let end = &losses[losses.len() - 20..];
    let [first, later] = first_and_later(&model, task, recipe.len);
    Ok(Stability {
        rate,
        remedy,
        seed,
        losses: losses.iter().step_by(MEASURED_EVERY).map(|&loss| rounded(loss as f64)).collect(),
        entropies,
        loss: rounded(end.iter().sum::<Real>() as f64 / 20.0),
        first,
        later,
    })
}

/// Returns the mean entropy of all rows of weights.
fn entropy(weights: &[Var<'_>]) -> f64 {
    let mut sum = 0.0;
    let mut rows = 0;
    for weights in weights {
        let weights = weights.value();
        rows += weights.len() / weights.shape()[weights.ndim() - 1];
        let positive = weights.iter().filter(|&&weight| weight > 0.0);
        sum -= positive.map(|&weight| (weight * weight.ln()) as f64).sum::<f64>();
    }
    sum / rows as f64
}

#[cfg(test)]
mod tests;
