//! What a training of the chapter depends on.

use serde::{Deserialize, Serialize};

use crate::Real;
use crate::data::Vocabularies;
use crate::encoder_decoder::{Recipe, RecurrentConfig};
use crate::nn::{ConfigError, Dropout};

/// The sizes of the models of the chapter, and how they are trained.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The numbers in the vector of a token.
    pub embed: usize,
    /// The numbers in a state.
    pub hidden: usize,
    /// Layers of the encoder, and of the decoder.
    pub layers: usize,
    /// What is dropped of the vectors of tokens, and between layers.
    pub dropout: Real,
    /// How often the model with attention sees each example.
    pub epochs: usize,
    /// How often the model without attention does: it learns more slowly.
    pub epochs_without_attention: usize,
    /// How many examples one step sees.
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

    /// How a model with attention is trained, with this seed.
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

    /// The sizes of a model for these words.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the dropout is not a rate, or if a size is 0.
    pub fn config(
        &self,
        vocabularies: &Vocabularies,
    ) -> Result<RecurrentConfig, ConfigError> {
        let sizes = [
            ("numbers of a token", self.embed),
            ("numbers of a state", self.hidden),
            ("layers", self.layers),
        ];
        if let Some((name, _)) =
            sizes.iter().find(|(_, size)| *size == 0)
        {
            return Err(ConfigError::Zero(name));
        }
        let [source, target] = vocabularies.sizes();
        Ok(RecurrentConfig::new(source, target)
            .sizes(self.embed, self.hidden)
            .layers(self.layers)
            .dropout(Dropout::new(self.dropout)?))
    }
}
