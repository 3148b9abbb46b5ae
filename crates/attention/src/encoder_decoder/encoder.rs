use rand::Rng;

use super::RecurrentConfig;
use crate::data::Padded;
use crate::nn::{Dropout, Embedding, Gru, GruOutput, Module, Visitor};
use crate::tape::Tape;

/// A recurrent encoder with gated recurrent units.
///
/// | parameter | shape |
/// |---|---|
/// | `embedding.weight` | `[source_vocab, embed]` |
/// | `gru.*` | see [`Gru`] |
///
/// The state of a sentence is frozen at its end, so the padding changes neither its final state nor
/// its outputs.
///
/// # Source
///
/// Cho et al. (2014), *Learning phrase representations using RNN encoder-decoder for statistical
/// machine translation*, Section 2.2.
// ANCHOR: encoder
#[derive(Clone, Debug)]
pub struct Encoder {
    /// A vector for each token of the source language.
    pub embedding: Embedding,
    /// The GRU that reads the vectors one after the other.
    pub gru: Gru,
    /// The dropout of entries of vectors during training.
    pub dropout: Dropout,
}
// ANCHOR_END: encoder

impl Encoder {
    /// Creates an encoder with random parameters.
    ///
    /// # Panics
    ///
    /// If there are no layers.
    #[track_caller]
    pub fn new(config: &RecurrentConfig, rng: &mut dyn Rng) -> Self {
        let mut gru =
            Gru::new(config.embed, config.hidden, config.layers, rng);
        gru.dropout = config.dropout;
        Self {
            embedding: Embedding::new(
                config.source_vocab,
                config.embed,
                rng,
            ),
            gru,
            dropout: config.dropout,
        }
    }

    /// Returns the states of the last layer after each token, and the final states of all layers.
    // ANCHOR: encoder_forward
    #[track_caller]
    pub fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> GruOutput<'t> {
        // [batch, steps, embed]
        let embedded = self.embedding.forward(tape, &source.tokens);
        let embedded = self.dropout.forward(embedded);
        self.gru.forward_with_lens(embedded, None, &source.lens)
    }
    // ANCHOR_END: encoder_forward
}

impl Module for Encoder {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("embedding", &self.embedding);
        visitor.module("gru", &self.gru);
    }
}
