//! The trained model and its card.

use attention::newer_transformer::BytePairs;
use attention::nn::{Module, init};
use serde::{Deserialize, Serialize};

use super::{Settings, TextError, TextModel};
use crate::saved::{Problem, Saved, TrainedError, shipped};

/// A trained model with its card.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The model of the first seed.
    pub model: TextModel,
    /// Its data, settings, and results.
    pub card: Card,
}

/// The results of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The seed of the parameters and of the parts of the text.
    pub seed: u64,
    /// The mean training loss of each tenth of the steps, in nats per token.
    pub losses: Vec<f64>,
    /// The loss on the held-out part, or on the start of a long one, at the end of each tenth.
    pub held_out_losses: Vec<f64>,
    /// The loss on the held-out part, in nats per token.
    pub held_out_loss: f64,
    /// The same loss in bits per byte.
    pub bits_per_byte: f64,
}

/// A model card: the text, the settings, and the results of each seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The name of the text.
    pub text: String,
    /// The number of tokens to learn from.
    pub training_tokens: usize,
    /// The number of held-out tokens.
    pub held_out_tokens: usize,
    /// The bits per byte of the held-out part for a predictor that counts what follows 0, 1, …
    /// bytes; see [`frequencies`](super::frequencies()).
    pub frequencies: Vec<f64>,
    /// The settings.
    pub settings: Settings,
    /// The results, one for each seed.
    pub runs: Vec<Run>,
    /// The merges of the tokenizer, in the format of [`BytePairs`].
    pub merges: String,
    /// The token that starts a text.
    pub start: usize,
}

/// Returns the model that the book ships, written by `cargo book train language-model`.
///
/// It is compiled into the crate, so no file is read at run time.
///
/// # Errors
///
/// [`TrainedError`] if a file in `models/` was damaged when the crate was compiled.
pub fn trained() -> Result<Trained, TrainedError> {
    shipped()
}

impl Saved for Trained {
    type Card = Card;

    const CARD: &'static str = "own-text.json";
    const MODELS: &'static [&'static str] = &["own-text.safetensors"];

    fn card(&self) -> &Card {
        &self.card
    }

    fn models(&self) -> Vec<&dyn Module> {
        vec![&self.model.model]
    }

    fn untrained(card: Card) -> Result<Self, Problem> {
        card.settings.check()?;
        let tokenizer: BytePairs = card.merges.parse()?;
        let rng = &mut *init::rng(0);
        let (start, vocab) = (card.start, tokenizer.vocab());
        if start >= vocab {
            return Err(TextError::Start { start, vocab }.into());
        }
        let model = TextModel::new(tokenizer, start, &card.settings, rng)?;
        Ok(Self { model, card })
    }

    fn min_params(card: &Card) -> Option<usize> {
        let Settings { hidden, blocks, vocab, .. } = card.settings;
        let blocks = hidden.checked_mul(hidden)?.checked_mul(blocks)?;
        // A short text may leave fewer tokens than the settings ask for.
        let tokens = vocab.min(card.merges.lines().count() + 255);
        blocks.checked_add(hidden.checked_mul(tokens)?)
    }

    fn has_scores(card: &Card) -> bool {
        !card.runs.is_empty()
    }
}
