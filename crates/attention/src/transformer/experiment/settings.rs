//! What a training of the chapter depends on.

use serde::{Deserialize, Serialize};

use super::Variant;
use crate::Real;
use crate::encoder_decoder::{RateCurve, Recipe};
use crate::nn::{ConfigError, Dropout};
use crate::transformer::Config;

/// The sizes of the models of the chapter, and how they are trained.
///
/// # Example
///
/// ```
/// use attention::transformer::{Settings, Variant};
///
/// let settings = Settings::default(); // those of the book
/// assert_eq!(settings.config(Variant::PostNorm)?.heads, 4);
/// assert_eq!(settings.config(Variant::OneHead)?.heads, 1);
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The numbers in the vector of a token.
    pub hidden: usize,
    /// How many heads share them.
    pub heads: usize,
    /// The numbers between the two layers of a feed-forward network.
    pub feed_forward: usize,
    /// Blocks of the encoder, of the decoder, and of the language model.
    pub blocks: usize,
    /// What is dropped of inputs, weights and the results of sublayers.
    pub dropout: Real,
    /// How often a translator sees each pair.
    pub epochs: usize,
    /// How often the language model sees each source sentence.
    pub epochs_of_language_model: usize,
    /// How many examples one step sees.
    pub batch: usize,
    /// The largest learning rate.
    pub learning_rate: Real,
    /// The share of the steps during which the learning rate rises to it.
    pub warmup: f64,
    /// The norm to which gradients are clipped.
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
    /// How a translator of this kind is trained, with this seed.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::encoder_decoder::RateCurve;
    /// use attention::transformer::{Settings, Variant};
    ///
    /// let recipe = Settings::default().recipe(Variant::FastPreNormWithoutWarmup, 7);
    /// assert_eq!(recipe.curve, RateCurve::Cosine { warmup: 0.0 });
    /// assert_eq!(recipe.learning_rate, 4.0 * Settings::default().learning_rate);
    /// ```
    pub fn recipe(&self, variant: Variant, seed: u64) -> Recipe {
        let warmup = match variant.without_warmup() {
            true => 0.0,
            false => self.warmup,
        };
        let times = if variant.is_fast() {
            Variant::FAST
        } else {
            1.0
        };
        Recipe {
            epochs: self.epochs,
            batch: self.batch,
            learning_rate: times * self.learning_rate,
            curve: RateCurve::Cosine { warmup },
            clip: self.clip,
            seed,
        }
    }

    /// How the language model is trained, with this seed.
    pub fn recipe_of_language_model(&self, seed: u64) -> Recipe {
        Recipe {
            epochs: self.epochs_of_language_model,
            ..self.recipe(Variant::PostNorm, seed)
        }
    }

    /// The sizes of a translator of this kind. Those of the language model are the sizes of
    /// [`Variant::PostNorm`].
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the dropout is not a rate, or if a size is 0. Whether the heads can share the
    /// hidden numbers shows when a model is made.
    pub fn config(
        &self,
        variant: Variant,
    ) -> Result<Config, ConfigError> {
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
