//! The sizes of a translator and the settings of its training.

use attention::Real;
use attention::bahdanau::Bahdanau;
use attention::encoder_decoder::{FixedContext, RecurrentConfig};
use attention::nn::{ConfigError, Dropout};
use attention::transformer::{Arrangement, Config, Transformer};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::Model;

/// The kinds of translators that the chapter compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Recurrent, without attention.
    FixedContext,
    /// Recurrent, with additive attention.
    Bahdanau,
    /// The Transformer.
    Transformer,
}

/// The sizes of a translator and the settings of its training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The kind of model.
    pub kind: Kind,
    /// The most tokens of the vocabulary, which both languages share.
    pub vocab: usize,
    /// The entries of an embedding; a Transformer has the hidden size.
    pub embed: usize,
    /// The entries of a hidden vector.
    pub hidden: usize,
    /// The heads of each attention of a Transformer.
    pub heads: usize,
    /// The inner width of the feed-forward networks of a Transformer.
    pub feed_forward: usize,
    /// The blocks or recurrent layers of the encoder, and of the decoder.
    pub blocks: usize,
    /// Whether a Transformer normalizes before each sublayer.
    pub pre_norm: bool,
    /// The dropout rate.
    pub dropout: Real,
    /// The percentage of the training sentences that are read.
    pub percent: usize,
    /// The parts of a batch, which threads compute at once.
    pub parts: usize,
    /// The most tokens of each language in a part, with padding.
    pub tokens: usize,
    /// The number of steps.
    pub steps: usize,
    /// The largest learning rate.
    pub learning_rate: Real,
    /// The largest norm of a gradient.
    pub clip: Real,
}

impl Settings {
    /// Returns the settings of the chapter for models of a kind, all of about the same size.
    pub fn new(kind: Kind) -> Self {
        let recurrent = kind != Kind::Transformer;
        Self {
            kind,
            vocab: 3_072,
            embed: if recurrent { 128 } else { 192 },
            hidden: if recurrent { 224 } else { 192 },
            heads: 4,
            feed_forward: 512,
            blocks: if recurrent { 1 } else { 2 },
            pre_norm: true,
            dropout: 0.1,
            percent: 100,
            parts: 4,
            tokens: 512,
            steps: 10_000,
            learning_rate: 0.002,
            clip: 1.0,
        }
    }

    /// Checks the counts of the training; [`model`](Self::model) checks the sizes of the model.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Zero`] if a count is 0.
    pub fn check(&self) -> Result<(), ConfigError> {
        let counts = [
            ("number of parts", self.parts),
            ("number of tokens", self.tokens),
            ("number of steps", self.steps),
        ];
        zero(&counts)
    }

    /// Creates a model with random parameters for a vocabulary.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the sizes do not fit each other.
    pub fn model(&self, vocab: usize, rng: &mut dyn Rng) -> Result<Model, ConfigError> {
        let dropout = Dropout::new(self.dropout)?;
        let sizes = [
            ("vocabulary size", vocab),
            ("embedding size", self.embed),
            ("hidden size", self.hidden),
            ("number of blocks", self.blocks),
        ];
        zero(&sizes)?;
        let recurrent = RecurrentConfig::new(vocab, vocab)
            .sizes(self.embed, self.hidden)
            .layers(self.blocks)
            .dropout(dropout);
        Ok(match self.kind {
            Kind::FixedContext => Model::new(FixedContext::new(&recurrent, rng)),
            Kind::Bahdanau => Model::new(Bahdanau::new(&recurrent, rng)),
            Kind::Transformer => Model::new(self.transformer(vocab, rng)?),
        })
    }

    /// Creates a Transformer with random parameters for a vocabulary. Both input layers and the
    /// output layer share one table.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the sizes do not fit each other.
    pub fn transformer(&self, vocab: usize, rng: &mut dyn Rng) -> Result<Transformer, ConfigError> {
        let config = Config {
            feed_forward: self.feed_forward,
            blocks: self.blocks,
            dropout: Dropout::new(self.dropout)?,
            arrangement: match self.pre_norm {
                true => Arrangement::PreNorm,
                false => Arrangement::PostNorm,
            },
            tied: true,
            ..Config::new(self.hidden, self.heads)
        };
        let mut model = Transformer::new(&config, [vocab; 2], rng)?;
        model.source.embedding = model.target.embedding.clone();
        Ok(model)
    }
}

fn zero(sizes: &[(&'static str, usize)]) -> Result<(), ConfigError> {
    match sizes.iter().find(|(_, size)| *size == 0) {
        Some((name, _)) => Err(ConfigError::Zero(name)),
        None => Ok(()),
    }
}
