//! Models that the book ships, and models that you have trained.

use attention::bahdanau::Bahdanau;
use attention::encoder_decoder::{FixedContext, Run, Translator};
use attention::nn::{Module, init};
use serde::{Deserialize, Serialize};

use super::Settings;
use crate::saved::{Problem, Saved, TrainedError, shipped, vocabularies};

/// The trained models of the chapter and their model card.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The model with attention.
    pub bahdanau: Translator<Bahdanau>,
    /// The model without attention, trained in the same way.
    pub fixed_context: Translator<FixedContext>,
    /// Their training data and scores.
    pub card: Card,
}

/// A model card: training data, settings, and scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The name of the corpus.
    pub corpus: String,
    /// The number of training pairs.
    pub training_pairs: usize,
    /// The number of held-out source sentences.
    pub held_out_sentences: usize,
    /// The smallest mean loss per token that any model can have on the pairs, in nats.
    pub floor: f64,
    /// The sizes of the models, and their training.
    pub settings: Settings,
    /// The models with attention, one for each seed, of which the first is kept.
    pub with_attention: Vec<Run>,
    /// The models without attention.
    pub without_attention: Vec<Run>,
    /// Models without attention with larger states. Only the training of the book has them.
    #[serde(default)]
    pub wider_without_attention: Vec<Wider>,
    /// The tokens of the source language, by index.
    pub source_tokens: Vec<String>,
    /// The tokens of the target language, by index.
    pub target_tokens: Vec<String>,
}

/// Models without attention with states of another size, trained with the same settings otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wider {
    /// The size of a state, and so of the context.
    pub hidden: usize,
    /// The scores, one for each seed.
    pub runs: Vec<Run>,
}

/// Returns the models that the book ships, written by `cargo book train bahdanau`.
///
/// They are compiled into the crate, so no file is read at run time.
///
/// # Errors
///
/// [`TrainedError`] if a file in `models/` was damaged when the crate was compiled.
pub fn trained() -> Result<Trained, TrainedError> {
    shipped()
}

impl Saved for Trained {
    type Card = Card;

    const CARD: &'static str = "bahdanau.json";
    const MODELS: &'static [&'static str] = &["bahdanau.safetensors", "fixed-context.safetensors"];

    fn card(&self) -> &Card {
        &self.card
    }

    fn models(&self) -> Vec<&dyn Module> {
        vec![&self.bahdanau.model, &self.fixed_context.model]
    }

    fn untrained(card: Card) -> Result<Self, Problem> {
        let vocabularies = vocabularies(&card.source_tokens, &card.target_tokens)?;
        let config = card.settings.config(&vocabularies)?;
        let rng = &mut *init::rng(0);
        Ok(Self {
            bahdanau: Translator {
                model: Bahdanau::new(&config, rng),
                vocabularies: vocabularies.clone(),
            },
            fixed_context: Translator { model: FixedContext::new(&config, rng), vocabularies },
            card,
        })
    }

    fn min_params(card: &Card) -> Option<usize> {
        let Settings { embed, hidden, layers, .. } = card.settings;
        let states = hidden.checked_mul(hidden)?.checked_mul(layers)?;
        states.checked_add(embed)
    }

    fn has_scores(card: &Card) -> bool {
        !card.with_attention.is_empty() && !card.without_attention.is_empty()
    }
}
