//! The settings of the chapter's experiment.

use serde::{Deserialize, Serialize};

use super::Variant;
use attention::Real;
use attention::encoder_decoder::{RateCurve, Recipe};
use attention::nn::{ConfigError, Dropout};
use attention::transformer::Config;

/// The sizes of the chapter's models and the settings of their training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The entries of a token's vector.
    pub hidden: usize,
    /// The heads of each attention.
    pub heads: usize,
    /// The inner width of the feed-forward networks.
    pub feed_forward: usize,
    /// The blocks of the encoder, of the decoder, and of the language model.
    pub blocks: usize,
    /// The dropout rate of inputs, of weights, and of the results of sublayers.
    pub dropout: Real,
    /// The epochs of a translator.
    pub epochs: usize,
    /// The epochs of the language model.
    pub epochs_of_language_model: usize,
    /// The examples in a batch.
    pub batch: usize,
    /// The largest learning rate.
    pub learning_rate: Real,
    /// The fraction of the steps that belongs to the warm-up.
    pub warmup: f64,
    /// The largest norm of a gradient.
    pub clip: Real,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hidden: 32,
            heads: 4,
            feed_forward: 128,
            blocks: 2,
            dropout: 0.1,
            epochs: 20,
            epochs_of_language_model: 30,
            batch: 64,
            learning_rate: 0.005,
            warmup: 0.05,
            clip: 1.0,
        }
    }
}

impl Settings {
    /// Returns the recipe for a variant and a seed.
    pub fn recipe(&self, variant: Variant, seed: u64) -> Recipe {
        let warmup = match variant.without_warmup() {
            true => 0.0,
            false => self.warmup,
        };
        let times = if variant.is_fast() { Variant::FAST } else { 1.0 };
        Recipe {
            epochs: self.epochs,
            batch: self.batch,
            learning_rate: times * self.learning_rate,
            curve: RateCurve::Cosine { warmup },
            clip: self.clip,
            seed,
        }
    }

    /// Returns the recipe for the language model and a seed.
    pub fn recipe_of_language_model(&self, seed: u64) -> Recipe {
        Recipe { epochs: self.epochs_of_language_model, ..self.recipe(Variant::PostNorm, seed) }
    }

    /// Returns the config of a variant; the language model uses that for [`Variant::PostNorm`].
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the dropout is not a rate, or if a size is 0; the models check the heads.
    pub fn config(&self, variant: Variant) -> Result<Config, ConfigError> {
        let config = Config {
            hidden: self.hidden,
            heads: match variant {
                Variant::OneHead => 1,
                _ => self.heads,
            },
            feed_forward: self.feed_forward,
            blocks: self.blocks,
            dropout: Dropout::new(self.dropout)?,
            arrangement: variant.arrangement(),
            positions: variant != Variant::WithoutPositions,
            tied: false,
        };
        config.check()?;
        Ok(config)
    }
}

#[cfg(test)]
mod tests;
