//! Trained models, of the book or your own.

use attention::data::Vocabulary;
use attention::encoder_decoder::Translator;
use attention::nn::{Module, init};
use attention::transformer::{LanguageModel, Transformer};

use super::{Card, Settings, Variant};
use crate::saved::{Problem, Saved, TrainedError, shipped, vocabularies};

/// The trained models of the chapter, with their model card.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The first translator with post-norm.
    pub transformer: Translator<Transformer>,
    /// The language model of the source language; [`words`](Trained::words) is its vocabulary.
    pub language_model: LanguageModel,
    /// The model card.
    pub card: Card,
}

/// Returns the models that the book ships, written by `cargo book train transformer`.
///
/// They are compiled into the crate, so no file is read at run time.
///
/// # Errors
///
/// [`TrainedError`] if a file in `models/` was damaged when the crate was compiled.
pub fn trained() -> Result<Trained, TrainedError> {
    shipped()
}

impl Trained {
    /// Returns the vocabulary of the language model, which it shares with the source language.
    pub fn words(&self) -> &Vocabulary {
        &self.transformer.vocabularies.source
    }
}

impl Saved for Trained {
    type Card = Card;

    const CARD: &'static str = "transformer.json";
    const MODELS: &'static [&'static str] =
        &["transformer.safetensors", "language-model.safetensors"];

    fn card(&self) -> &Card {
        &self.card
    }

    fn models(&self) -> Vec<&dyn Module> {
        vec![&self.transformer.model, &self.language_model]
    }

    fn untrained(card: Card) -> Result<Self, Problem> {
        let vocabularies = vocabularies(&card.source_tokens, &card.target_tokens)?;
        let config = card.settings.config(Variant::PostNorm)?;
        let vocabs = vocabularies.sizes();
        let rng = &mut *init::rng(0);
        Ok(Self {
            transformer: Translator {
                model: Transformer::new(&config, vocabs, rng)?,
                vocabularies,
            },
            language_model: LanguageModel::new(&config, vocabs[0], rng)?,
            card,
        })
    }

    fn min_params(card: &Card) -> Option<usize> {
        let Settings { hidden, feed_forward, blocks, .. } = card.settings;
        let inner = hidden.checked_add(feed_forward)?;
        hidden.checked_mul(inner)?.checked_mul(blocks)
    }

    fn has_scores(card: &Card) -> bool {
        !card.runs(Variant::PostNorm).is_empty()
    }
}

#[cfg(test)]
mod tests;
