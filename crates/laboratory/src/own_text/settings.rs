//! The settings of a model and of its training.

use rand::Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use attention::Real;
use attention::newer_transformer::{DecoderOnly, DecoderOnlyConfig};
use attention::nn::ConfigError;

/// A text or a setting with which no model can be trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// The text has no bytes.
    #[error("the text is empty")]
    Empty,
    /// A part of the text is shorter than a context and the token after it.
    #[error("the {part} part has {tokens} tokens, too few for a context of {context}")]
    Short {
        /// The training or the held-out part.
        part: &'static str,
        /// Its number of tokens.
        tokens: usize,
        /// The context.
        context: usize,
    },
    /// The vocabulary has no room for all bytes.
    #[error("a vocabulary of {0} tokens is smaller than 256 bytes")]
    Vocabulary(usize),
    /// The tokenizer does not have the token that starts a text.
    #[error("texts start with token {start} of {vocab}")]
    Start {
        /// The token.
        start: usize,
        /// The number of tokens.
        vocab: usize,
    },
    /// A count is 0.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
}

/// The sizes of a language model, and its training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The number of tokens: 256 bytes and the merges.
    pub vocab: usize,
    /// The entries of a token's vector, a multiple of twice the heads.
    pub hidden: usize,
    /// The heads of queries.
    pub heads: usize,
    /// The heads of keys and values.
    pub key_heads: usize,
    /// The number of blocks.
    pub blocks: usize,
    /// The number of tokens that the model reads at once in training.
    pub context: usize,
    /// The number of texts of this length in a batch.
    pub batch: usize,
    /// The number of steps.
    pub steps: usize,
    /// The largest learning rate.
    pub learning_rate: Real,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            vocab: 1_024,
            hidden: 64,
            heads: 4,
            key_heads: 2,
            blocks: 3,
            context: 64,
            batch: 24,
            steps: 1_000,
            learning_rate: 0.005,
        }
    }
}

impl Settings {
    /// Checks the vocabulary and the counts of the training; [`model`] checks the sizes of the
    /// model.
    ///
    /// # Errors
    ///
    /// [`TextError`] if the vocabulary is smaller than 256 or a count is 0.
    ///
    /// [`model`]: Self::model
    pub fn check(&self) -> Result<(), TextError> {
        let counts = [
            ("context", self.context),
            ("batch size", self.batch),
            ("number of steps", self.steps),
        ];
        if let Some((name, _)) = counts.iter().find(|(_, count)| *count == 0) {
            return Err(TextError::Zero(name));
        }
        match self.vocab {
            vocab @ ..256 => Err(TextError::Vocabulary(vocab)),
            _ => Ok(()),
        }
    }

    /// Returns a model with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the sizes do not fit each other.
    pub fn model(&self, vocab: usize, rng: &mut dyn Rng) -> Result<DecoderOnly, ConfigError> {
        let config = DecoderOnlyConfig {
            key_heads: self.key_heads,
            blocks: self.blocks,
            ..DecoderOnlyConfig::new(self.hidden, self.heads)
        };
        DecoderOnly::new(&config, vocab, rng)
    }
}
