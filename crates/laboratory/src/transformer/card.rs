//! The model card of the trained models.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Settings, Variant};
use attention::encoder_decoder::Run;

/// A model card: the data, the settings, and the scores of the models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The name of the corpus.
    pub corpus: String,
    /// The number of sentence pairs that the translators learned from.
    pub training_pairs: usize,
    /// The number of held-out source sentences.
    pub held_out_sentences: usize,
    /// The entropy floor of the pairs, in nats per token.
    pub floor: f64,
    /// The sizes of the models and the settings of their training.
    pub settings: Settings,
    /// The completed runs of each variant, one for each seed; the model of the first with post-norm
    /// is kept.
    pub runs: BTreeMap<Variant, Vec<Run>>,
    /// The trainings that broke off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diverged: Vec<Diverged>,
    /// The language model.
    pub language_model: LanguageModelRun,
    /// The tokens of the source language, in the order of their indices; the language model uses
    /// the same.
    pub source_tokens: Vec<String>,
    /// The tokens of the target language.
    pub target_tokens: Vec<String>,
}

/// The losses of a language model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LanguageModelRun {
    /// The seed of the parameters, of the order of the sentences, and of dropout.
    pub seed: u64,
    /// The mean loss of the steps of each epoch, in nats per token, with dropout.
    pub losses: Vec<f64>,
    /// The loss on the training sentences after training, in nats per token, `<eos>` included,
    /// without dropout.
    pub training_loss: f64,
    /// The loss on the held-out sentences.
    pub held_out_loss: f64,
}

/// A training that broke off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diverged {
    /// The variant.
    pub variant: Variant,
    /// The seed of the training.
    pub seed: u64,
    /// The reason, with the step.
    pub reason: String,
}

impl Card {
    /// Returns the completed runs of a variant, one for each seed.
    pub fn runs(&self, variant: Variant) -> &[Run] {
        self.runs.get(&variant).map_or(&[], Vec::as_slice)
    }
}
