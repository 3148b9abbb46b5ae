//! What is known about the models that the book has trained.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use translation::saved::Description;

use super::{Settings, Variant};
use crate::encoder_decoder::Run;

/// A model card: what the models learned from, how, and their scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransformerModelCard {
    /// The name of the corpus.
    pub corpus: String,
    /// How many pairs of sentences the translators learned from.
    pub training_pairs: usize,
    /// How many source sentences no model ever saw.
    pub held_out_sentences: usize,
    /// The least mean loss of a token that any translator can have on the pairs, in nats.
    pub floor: f64,
    /// The sizes of the models, and how they were trained.
    pub settings: Settings,
    /// The translators of each kind, one for each seed that came to an end. The first with post-norm is kept.
    pub runs: BTreeMap<Variant, Vec<Run>>,
    /// Trainings that came to no end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diverged: Vec<Diverged>,
    /// The language model.
    pub language_model: LanguageModelRun,
    /// The tokens of the source language, in the order of their numbers. They are those of the language
    /// model, too.
    pub source_tokens: Vec<String>,
    /// The tokens of the target language.
    pub target_tokens: Vec<String>,
}

/// What the training of a language model gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LanguageModelRun {
    /// The seed of the parameters, of the order of the sentences, and of dropout.
    pub seed: u64,
    /// The mean loss of the steps of each epoch, in nats per token, with dropout.
    pub losses: Vec<f64>,
    /// The loss on the source sentences of the training after it, in nats per token, the end included,
    /// without dropout.
    pub training_loss: f64,
    /// The same on the held-out sentences.
    pub held_out_loss: f64,
}

/// A training that broke off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diverged {
    /// What was trained.
    pub variant: Variant,
    /// The seed of the training.
    pub seed: u64,
    /// What happened, and at which step.
    pub reason: String,
}

impl TransformerModelCard {
    /// The translators of this kind, one for each seed that came to an end; none if there are none.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::transformer::{Variant, trained};
    ///
    /// let card = trained()?.card;
    /// let bleu = |variant| card.runs(variant)[0].held_out.bleu;
    /// assert!(bleu(Variant::PostNorm) > bleu(Variant::WithoutPositions));
    /// # Ok::<(), attention::transformer::TrainedError>(())
    /// ```
    pub fn runs(&self, variant: Variant) -> &[Run] {
        self.runs.get(&variant).map_or(&[], Vec::as_slice)
    }
}

impl Description for TransformerModelCard {
    const FILE: &'static str = "transformer.json";

    fn tokens(&self) -> [&[String]; 2] {
        [&self.source_tokens, &self.target_tokens]
    }

    fn has_scores(&self) -> bool {
        !self.runs(Variant::PostNorm).is_empty()
    }

    fn least_numbers(&self) -> Option<usize> {
        let Settings {
            hidden,
            feed_forward,
            blocks,
            ..
        } = self.settings;
        let inner = hidden.checked_add(feed_forward)?;
        hidden.checked_mul(inner)?.checked_mul(blocks)
    }
}
