//! The sizes of a Transformer.

use crate::nn::{ConfigError, Dropout};

/// Where a block normalizes. The first two are in use; the other two leave a part out, to see what it is
/// there for.
// ANCHOR: arrangement
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// Behind the sum, as in the original: norm(x + f(x)).
    #[default]
    PostNorm,
    /// In front of the sublayer: x + f(norm(x)).
    PreNorm,
    /// Without normalization: x + f(x).
    WithoutNorm,
    /// Without the residual connection: norm(f(x)).
    WithoutResidual,
}
// ANCHOR_END: arrangement

/// The sizes of a [`Transformer`](super::Transformer) or a
/// [`LanguageModel`](super::LanguageModel), and how its parts are put together.
///
/// # Example
///
/// ```
/// use attention::transformer::{Arrangement, Config};
///
/// let config = Config { arrangement: Arrangement::PreNorm, ..Config::new(32, 4) };
/// assert_eq!((config.hidden, config.feed_forward, config.blocks), (32, 128, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// The numbers in the vector of a token, everywhere between the blocks.
    pub hidden: usize,
    /// How many heads share them.
    pub heads: usize,
    /// The numbers between the two layers of a feed-forward network.
    pub feed_forward: usize,
    /// Blocks of the encoder, and of the decoder.
    pub blocks: usize,
    /// What is dropped of inputs, weights and the results of sublayers.
    pub dropout: Dropout,
    /// Where a block normalizes.
    pub arrangement: Arrangement,
    /// Whether tokens are told their positions.
    pub positions: bool,
    /// Whether the logits are products with the vectors of the target tokens.
    pub tied: bool,
}

impl Config {
    /// Two blocks whose feed-forward networks are four times as wide, post-norm, without dropout and with
    /// an output layer of its own.
    pub fn new(hidden: usize, heads: usize) -> Self {
        Self {
            hidden,
            heads,
            feed_forward: hidden.saturating_mul(4),
            blocks: 2,
            dropout: Dropout::off(),
            arrangement: Arrangement::PostNorm,
            positions: true,
            tied: false,
        }
    }

    /// The same with another inner width of the feed-forward networks.
    #[must_use]
    pub fn feed_forward(self, feed_forward: usize) -> Self {
        Self {
            feed_forward,
            ..self
        }
    }

    /// The same with another number of blocks.
    #[must_use]
    pub fn blocks(self, blocks: usize) -> Self {
        Self { blocks, ..self }
    }

    /// The same with dropout.
    #[must_use]
    pub fn dropout(self, dropout: Dropout) -> Self {
        Self { dropout, ..self }
    }

    /// Whether models can be made of these sizes; the heads are looked at when they are made.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Zero`] if a size is 0.
    pub fn check(&self) -> Result<(), ConfigError> {
        let sizes = [
            ("hidden numbers", self.hidden),
            ("heads", self.heads),
            ("numbers in a feed-forward network", self.feed_forward),
            ("blocks", self.blocks),
        ];
        match sizes.iter().find(|(_, size)| *size == 0) {
            Some((name, _)) => Err(ConfigError::Zero(name)),
            None => Ok(()),
        }
    }

    /// The same for a model with these vocabularies.
    pub(super) fn check_with(
        &self,
        vocabs: &[usize],
    ) -> Result<(), ConfigError> {
        if vocabs.contains(&0) {
            return Err(ConfigError::Zero("tokens of a vocabulary"));
        }
        self.check()
    }
}
