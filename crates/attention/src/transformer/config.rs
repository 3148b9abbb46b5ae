//! The sizes of a Transformer.

use crate::nn::{ConfigError, Dropout};

/// Where a block normalizes. The first two are in use; each of the others leaves out a part for an
/// experiment.
// ANCHOR: arrangement
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// After the sum, as in the original: norm(x + f(x)).
    #[default]
    PostNorm,
    /// Before the sublayer: x + f(norm(x)).
    PreNorm,
    /// Without normalization: x + f(x).
    WithoutNorm,
    /// Without the residual connection: norm(f(x)).
    WithoutResidual,
}
// ANCHOR_END: arrangement

/// The sizes and options of a [`Transformer`](super::Transformer) or a
/// [`LanguageModel`](super::LanguageModel).
// ANCHOR: config
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// The entries of a token's vector between blocks.
    pub hidden: usize,
    /// The heads of each attention; they must divide `hidden`.
    pub heads: usize,
    /// The inner width of the feed-forward networks.
    pub feed_forward: usize,
    /// The blocks of the encoder, and of the decoder.
    pub blocks: usize,
    /// Of inputs, of weights, and of the results of sublayers.
    pub dropout: Dropout,
    /// Where a block normalizes.
    pub arrangement: Arrangement,
    /// Whether positions are added to the embeddings.
    pub positions: bool,
    /// Whether the output layer uses the target embeddings.
    pub tied: bool,
}
// ANCHOR_END: config

impl Config {
    /// Creates a config with two blocks per stack, a feed-forward width of 4 · `hidden`, post-norm,
    /// positions, no dropout, and an output layer with a matrix of its own.
    // ANCHOR: config_new
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
    // ANCHOR_END: config_new

    /// Checks that no size is 0; the attention layers check the number of heads.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Zero`] if a size is 0.
    // ANCHOR: config_check
    pub fn check(&self) -> Result<(), ConfigError> {
        let sizes = [
            ("hidden size", self.hidden),
            ("number of heads", self.heads),
            ("feed-forward size", self.feed_forward),
            ("number of blocks", self.blocks),
        ];
        match sizes.iter().find(|(_, size)| *size == 0) {
            Some((name, _)) => Err(ConfigError::Zero(name)),
            None => Ok(()),
        }
    }
    // ANCHOR_END: config_check

    /// Checks also the sizes of these vocabularies.
    // ANCHOR: config_check_with
    pub(crate) fn check_with(
        &self,
        vocabs: &[usize],
    ) -> Result<(), ConfigError> {
        if vocabs.contains(&0) {
            return Err(ConfigError::Zero("vocabulary size"));
        }
        self.check()
    }
    // ANCHOR_END: config_check_with
}
