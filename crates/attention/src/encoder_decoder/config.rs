//! The sizes of a recurrent model.

use crate::nn::Dropout;

/// The sizes of a recurrent encoder-decoder, and its dropout.
///
/// # Example
///
/// ```
/// use attention::encoder_decoder::RecurrentConfig;
///
/// let config = RecurrentConfig::new(10, 12).sizes(8, 16).layers(2);
/// assert_eq!((config.embed, config.hidden, config.layers), (8, 16, 2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RecurrentConfig {
    /// How many tokens the vocabulary of the sources has.
    pub source_vocab: usize,
    /// How many tokens the vocabulary of the targets has.
    pub target_vocab: usize,
    /// The numbers in the vector of a token; 32 if nothing is said.
    pub embed: usize,
    /// The numbers in a state; 32 if nothing is said.
    pub hidden: usize,
    /// Layers of the encoder, and of the decoder; 1 if nothing is said.
    pub layers: usize,
    /// What is dropped of the vectors of tokens, and between layers; nothing if nothing is said.
    pub dropout: Dropout,
}

impl RecurrentConfig {
    /// A small model for these vocabularies.
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

    /// The same with other sizes.
    #[must_use]
    pub fn sizes(self, embed: usize, hidden: usize) -> Self {
        Self {
            embed,
            hidden,
            ..self
        }
    }

    /// The same with more layers.
    #[must_use]
    pub fn layers(self, layers: usize) -> Self {
        Self { layers, ..self }
    }

    /// The same with dropout.
    #[must_use]
    pub fn dropout(self, dropout: Dropout) -> Self {
        Self { dropout, ..self }
    }
}
