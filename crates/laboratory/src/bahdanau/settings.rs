//! The settings of a training run of the chapter.

use serde::{Deserialize, Serialize};

use attention::Real;
use attention::data::Vocabularies;
use attention::encoder_decoder::{Recipe, RecurrentConfig};
use attention::nn::{ConfigError, Dropout};

/// The sizes of the models of the chapter, and their training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The embedding size.
    pub embed: usize,
    /// The hidden size.
    pub hidden: usize,
    /// The number of layers of the encoder and of the decoder.
    pub layers: usize,
    /// The dropout rate of embeddings and between layers.
    pub dropout: Real,
    /// The number of epochs of the model with attention.
    pub epochs: usize,
    /// The number of epochs of the model without attention, which learns more slowly.
    pub epochs_without_attention: usize,
    /// The batch size.
    pub batch: usize,
    /// The largest learning rate.
    pub learning_rate: Real,
    /// The norm to which gradients are clipped.
    pub clip: Real,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            embed: 32,
            hidden: 64,
            layers: 1,
            dropout: 0.1,
            epochs: 20,
            epochs_without_attention: 60,
            batch: 64,
            learning_rate: 0.005,
            clip: 1.0,
        }
    }
}

impl Settings {
    /// The hidden sizes that the chapter compares with its own, without attention.
    pub const WIDER: [usize; 2] = [128, 256];

    /// Returns the training recipe of a model with attention for this seed.
    pub fn recipe(&self, seed: u64) -> Recipe {
        Recipe {
            epochs: self.epochs,
            batch: self.batch,
            learning_rate: self.learning_rate,
            clip: self.clip,
            seed,
            ..Recipe::default()
        }
    }

    /// Returns the sizes of a model for these vocabularies.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the dropout is not a valid rate, or if a size is 0.
    pub fn config(&self, vocabularies: &Vocabularies) -> Result<RecurrentConfig, ConfigError> {
        let sizes = [
            ("embedding size", self.embed),
            ("hidden size", self.hidden),
            ("number of layers", self.layers),
        ];
        if let Some((name, _)) = sizes.iter().find(|(_, size)| *size == 0) {
            return Err(ConfigError::Zero(name));
        }
        let [source, target] = vocabularies.sizes();
        Ok(RecurrentConfig::new(source, target)
            .sizes(self.embed, self.hidden)
            .layers(self.layers)
            .dropout(Dropout::new(self.dropout)?))
    }
}
