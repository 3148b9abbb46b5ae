//! The sizes of a recurrent model.

use crate::nn::Dropout;

/// The sizes and the dropout of a recurrent encoder-decoder.
#[derive(Clone, Debug, PartialEq)]
pub struct RecurrentConfig {
    /// The size of the source vocabulary.
    pub source_vocab: usize,
    /// The size of the target vocabulary.
    pub target_vocab: usize,
    /// The embedding size; 32 by default.
    pub embed: usize,
    /// The hidden size; 32 by default.
    pub hidden: usize,
    /// The number of layers of the encoder and of the decoder; 1 by default.
    pub layers: usize,
    /// The dropout of embeddings and between layers; off by default.
    pub dropout: Dropout,
}

impl RecurrentConfig {
    /// Creates the configuration of a small model.
    pub fn new(source_vocab: usize, target_vocab: usize) -> Self {
        Self {
            source_vocab,
            target_vocab,
            embed: 32,
            hidden: 32,
            layers: 1,
            dropout: Dropout::off(),
        }
    }

    /// Sets the embedding size and the hidden size.
    #[must_use]
    pub fn sizes(self, embed: usize, hidden: usize) -> Self {
        Self { embed, hidden, ..self }
    }

    /// Sets the number of layers.
    #[must_use]
    pub fn layers(self, layers: usize) -> Self {
        Self { layers, ..self }
    }

    /// Sets the dropout.
    #[must_use]
    pub fn dropout(self, dropout: Dropout) -> Self {
        Self { dropout, ..self }
    }
}
