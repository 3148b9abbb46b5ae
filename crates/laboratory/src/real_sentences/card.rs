//! A trained translator and its card.

use std::collections::BTreeMap;
use std::path::Path;

use attention::newer_transformer::{BytePairs, Subwords};
use attention::nn::{Module, init};
use serde::{Deserialize, Serialize};

use super::{Scores, Settings, Translator, round};
use crate::saved::{Problem, Saved, TrainedError};
use crate::shipped::shipped_file;

/// A trained translator with its card.
pub struct Trained {
    /// The translator.
    pub translator: Translator,
    /// Its data, settings, and results.
    pub card: Card,
}

/// A model card: the sentences, the settings, and the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The file with the sentences.
    pub corpus: Corpus,
    /// The settings.
    pub settings: Settings,
    /// The seed of the parameters, the order of the batches, and dropout.
    pub seed: u64,
    /// The number of parameters.
    pub parameters: usize,
    /// The course of the training.
    pub training: Course,
    /// The scores on the test sentences, none before they are measured.
    pub scores: Option<Scores>,
    /// The scores of what a [search](Translator::search) of width [`Trained::WIDTH`] finds.
    pub search: Option<Scores>,
    /// The same translator in few bytes, if it is a Transformer.
    pub rounded: Option<Rounded>,
    /// The merges of the tokenizer, in the format of [`BytePairs`].
    pub merges: String,
}

/// The sentences of a training and of its scores.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corpus {
    /// The name of the file.
    pub name: String,
    /// The SHA-256 of the file.
    pub sha256: String,
    /// The pairs to learn from.
    pub pairs: usize,
    /// Their target tokens.
    pub tokens: usize,
    /// The English sentences of the validation loss.
    pub validation: usize,
    /// The English sentences of the scores.
    pub test: usize,
}

/// The course of a training.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The duration of all steps, in seconds.
    pub seconds: f64,
    /// The number of threads.
    pub threads: usize,
    /// The target tokens of all steps.
    pub tokens: usize,
    /// The mean training loss of each twentieth of the steps, in nats per token.
    pub losses: Vec<f64>,
    /// The validation loss after numbers of steps, in nats per token.
    pub validation: BTreeMap<usize, f64>,
}

/// A translator whose numbers are [rounded](super::round).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rounded {
    /// The bits of a number.
    pub bits: u32,
    /// The bytes of the translator.
    pub bytes: usize,
    /// The scores on the same sentences.
    pub scores: Scores,
}

/// The trainings whose cards the book ships, each written by `cargo book train translator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// The translator of the book, a Transformer.
    Transformer,
    /// The recurrent model with additive attention, in as many steps.
    Bahdanau,
    /// The recurrent model without attention, in as many steps.
    FixedContext,
    /// The Transformer in 1,000 steps.
    Short,
    /// As many steps with norms after the sublayers.
    ShortPostNorm,
}

impl Run {
    /// Returns the card of the training.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] if the file was damaged when the crate was compiled.
    pub fn card(self) -> Result<Card, TrainedError> {
        let file = match self {
            Run::Transformer => Trained::CARD,
            Run::Bahdanau => "translator-bahdanau.json",
            Run::FixedContext => "translator-fixed-context.json",
            Run::Short => "translator-short.json",
            Run::ShortPostNorm => "translator-short-post-norm.json",
        };
        let bytes = shipped_file(file).expect("the repository has the card");
        let path = || Path::new("models").join(file);
        serde_json::from_slice(bytes)
            .map_err(|problem| TrainedError::Card { path: path(), problem })
    }
}

impl Trained {
    /// The width of the search.
    pub const WIDTH: usize = 4;

    /// The bits of a number of the rounded translator.
    pub const BITS: u32 = 6;

    /// Returns the translator in few bytes, or `None` if it is not a Transformer.
    pub fn rounded(&self) -> Option<Vec<u8>> {
        let Translator { subwords, model } = &self.translator;
        round(subwords, model, &self.card.settings, Self::BITS)
    }
}

impl Saved for Trained {
    type Card = Card;

    const CARD: &'static str = "translator.json";
    const MODELS: &'static [&'static str] = &["translator.safetensors"];

    fn card(&self) -> &Card {
        &self.card
    }

    fn models(&self) -> Vec<&dyn Module> {
        vec![&self.translator.model]
    }

    fn untrained(card: Card) -> Result<Self, Problem> {
        let subwords = Subwords(card.merges.parse::<BytePairs>()?);
        let rng = &mut *init::rng(card.seed);
        let model = card.settings.model(subwords.vocab(), rng)?;
        Ok(Self { translator: Translator { subwords, model }, card })
    }

    fn min_params(card: &Card) -> Option<usize> {
        let Settings { hidden, embed, blocks, .. } = card.settings;
        let blocks = hidden.checked_mul(hidden)?.checked_mul(blocks)?;
        blocks.checked_add(embed.checked_mul(card.merges.lines().count())?)
    }

    fn has_scores(card: &Card) -> bool {
        card.scores.is_some()
    }
}
