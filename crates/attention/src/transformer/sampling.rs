//! Drawing the next token.

use ndarray::Array1;
use rand::{Rng, RngExt};

use crate::Real;
use crate::array::softmax;
use crate::data::Padded;
use crate::encoder_decoder::{EncoderDecoder, Translation, write_with};
use crate::nn::ConfigError;

/// How the next token is drawn from the logits of a model.
///
/// The logits are divided by the temperature, their softmax is cut to the most likely tokens if so
/// set, and the remaining probabilities are divided by their sum.
///
/// # Source
///
/// Ackley, Hinton, Sejnowski (1985), *A learning algorithm for Boltzmann machines*, for the
/// temperature; Fan, Lewis, Dauphin (2018), *Hierarchical neural story generation*, for top-k;
/// Holtzman et al. (2020), *The curious case of neural text degeneration*, for top-p.
// ANCHOR: sampling
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    temperature: Real,
    top_k: usize,
    top_p: Real,
}
// ANCHOR_END: sampling

/// The model's own distribution.
impl Default for Sampling {
    fn default() -> Self {
        Self { temperature: 1.0, top_k: usize::MAX, top_p: 1.0 }
    }
}

impl Sampling {
    /// Samples from all tokens at this temperature; 1 is the model's own distribution.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Temperature`] unless it is finite and above 0.
    // ANCHOR: sampling_new
    pub fn new(temperature: Real) -> Result<Self, ConfigError> {
        if !(temperature.is_finite() && temperature > 0.0) {
            return Err(ConfigError::Temperature(temperature));
        }
        Ok(Self {
            temperature,
            top_k: usize::MAX, // all tokens
            top_p: 1.0,
        })
    }
    // ANCHOR_END: sampling_new

    /// Returns this sampling from the `k` most likely tokens; of equal ones, the first count as
    /// likelier.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Zero`] if `k` is 0.
    // ANCHOR: top_k
    pub fn top_k(self, k: usize) -> Result<Self, ConfigError> {
        if k == 0 {
            return Err(ConfigError::Zero(
                "number of tokens to choose from",
            ));
        }
        Ok(Self { top_k: k, ..self })
    }
    // ANCHOR_END: top_k

    /// Returns this sampling from the fewest tokens whose probabilities together reach `p`.
    ///
    /// With top-k, both must keep a token; the probabilities are those before either cut. They
    /// reach `p` if they miss it by rounding only: of ten equally likely tokens, `p` of 0.3 keeps
    /// three.
    ///
    /// # Errors
    ///
    /// [`ConfigError::TopP`] unless `p` is above 0 and at most 1.
    // ANCHOR: top_p
    pub fn top_p(self, p: Real) -> Result<Self, ConfigError> {
        if !(p > 0.0 && p <= 1.0) {
            return Err(ConfigError::TopP(p));
        }
        Ok(Self { top_p: p, ..self })
    }
    // ANCHOR_END: top_p

    /// Returns the probability with which each token is drawn.
    ///
    /// # Panics
    ///
    /// If there are no logits, if one of them is NaN or infinity, or if all are minus infinity.
    // ANCHOR: probabilities
    #[track_caller]
    pub fn probabilities(&self, logits: &Array1<Real>) -> Array1<Real> {
        let largest =
            logits.iter().copied().fold(Real::NEG_INFINITY, Real::max);
        let numbers = largest.is_finite()
            && logits.iter().all(|logit| !logit.is_nan());
        assert!(
            numbers,
            "sampling: {logits}: no probabilities for these"
        );
        // [vocab]
        let all = softmax(&((logits - largest) / self.temperature));
        let mut order: Vec<usize> = (0..all.len()).collect();
        // most likely first
        order.sort_by(|&a, &b| {
            logits[b].partial_cmp(&logits[a]).expect("no NaN")
        });
        // p and the shares are rounded, so their sum may miss p.
        let enough = self.top_p * (1.0 - 16.0 * Real::EPSILON);
        let (mut kept, mut sum) = (Array1::zeros(all.len()), 0.0_f64);
        for token in order.into_iter().take(self.top_k) {
            kept[token] = all[token];
            sum += all[token] as f64;
            if self.top_p < 1.0 && sum >= enough as f64 {
                break;
            }
        }
        kept / sum as Real
    }
    // ANCHOR_END: probabilities

    /// Draws a token.
    // ANCHOR: choose
    #[track_caller]
    pub fn choose(
        &self,
        logits: &Array1<Real>,
        rng: &mut dyn Rng,
    ) -> usize {
        let probabilities = self.probabilities(logits);
        let mut left: Real = rng.random_range(0.0..1.0);
        let mut last = 0; // absorbs what rounding leaves over
        for (token, &probability) in probabilities.indexed_iter() {
            if probability > 0.0 {
                last = token;
                left -= probability;
            }
            if left < 0.0 {
                break;
            }
        }
        last
    }
    // ANCHOR_END: choose
}

/// Translates each sentence of a batch by drawing tokens, until it ends or for `max_steps` steps.
///
/// # Panics
///
/// If the model has logits that are NaN.
// ANCHOR: sample
#[track_caller]
pub fn sample<M: EncoderDecoder>(
    model: &M,
    source: &Padded,
    max_steps: usize,
    sampling: &Sampling,
    rng: &mut dyn Rng,
) -> Vec<Translation> {
    let max_steps = vec![max_steps; source.lens.len()];
    write_with(model, source, &max_steps, |logits| {
        sampling.choose(logits, rng)
    })
}
// ANCHOR_END: sample
