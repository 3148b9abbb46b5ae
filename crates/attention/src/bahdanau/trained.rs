//! Models that the book ships, and models that you have trained.

use std::path::Path;
use std::{fs, io};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use translation::saved::{Description, Saved, save};

use super::{Bahdanau, Settings, TrainedError};
use crate::encoder_decoder::{FixedContext, Run, Translator};
use crate::nn::Module;
use crate::shipped::shipped;

/// The trained models of the chapter and their model card.
#[derive(Clone, Debug)]
pub struct TrainedRecurrent {
    /// The model with attention.
    pub bahdanau: Translator<Bahdanau>,
    /// The model without attention, trained in the same way.
    pub fixed_context: Translator<FixedContext>,
    /// Their training data and scores.
    pub card: RecurrentModelCard,
}

/// A model card: training data, settings, and scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecurrentModelCard {
    /// The name of the corpus.
    pub corpus: String,
    /// The number of training pairs.
    pub training_pairs: usize,
    /// The number of held-out source sentences.
    pub held_out_sentences: usize,
    /// The smallest mean loss per token that any model can have on the
    /// pairs, in nats.
    pub floor: f64,
    /// The sizes of the models, and their training.
    pub settings: Settings,
    /// The models with attention, one for each seed, of which the first
    /// is kept.
    pub with_attention: Vec<Run>,
    /// The models without attention.
    pub without_attention: Vec<Run>,
    /// Models without attention with larger states. Only the training of
    /// the book has them.
    #[serde(default)]
    pub wider_without_attention: Vec<Wider>,
    /// The tokens of the source language, by index.
    pub source_tokens: Vec<String>,
    /// The tokens of the target language, by index.
    pub target_tokens: Vec<String>,
}

/// Models without attention with states of another size, otherwise trained
/// alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wider {
    /// The size of a state, and so of the context.
    pub hidden: usize,
    /// The scores, one for each seed.
    pub runs: Vec<Run>,
}

/// The files of the models in their folder, with and without attention.
const MODELS: [&str; 2] =
    ["bahdanau.safetensors", "fixed-context.safetensors"];

/// Returns the models that the book ships, written by
/// `cargo book train bahdanau`.
///
/// They are compiled into the crate, so no file is read at run time.
///
/// # Errors
///
/// [`TrainedError`] if a file in `models/` was damaged when the crate
/// was compiled.
///
/// # Example
///
/// ```
/// let trained = attention::bahdanau::trained()?;
/// let translated = trained.bahdanau.translate("The red car is big.")?;
/// assert_eq!(translated.text, "la voiture rouge est grande.");
/// assert!(trained.card.with_attention[0].held_out.bleu > 0.95);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trained() -> Result<TrainedRecurrent, TrainedError> {
    let files = shipped!(
        "bahdanau.json",
        "bahdanau.safetensors",
        "fixed-context.safetensors"
    );
    TrainedRecurrent::from_files(Path::new("models"), files)
}

impl TrainedRecurrent {
    /// Loads models that `cargo book train bahdanau` has written into a
    /// folder.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] with the file that is missing, is damaged, or
    /// does not match the others.
    pub fn load(
        folder: impl AsRef<Path>,
    ) -> Result<Self, TrainedError> {
        let folder = folder.as_ref();
        Self::from_files(folder, |file| fs::read(folder.join(file)))
    }

    /// Writes the models and their model card into an existing folder.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] if a file cannot be written, or if a parameter
    /// is not finite.
    pub fn save(
        &self,
        folder: impl AsRef<Path>,
    ) -> Result<(), TrainedError> {
        let models: [&dyn Module; 2] =
            [&self.bahdanau.model, &self.fixed_context.model];
        save(
            folder.as_ref(),
            &self.card,
            MODELS.into_iter().zip(models),
        )
    }

    fn from_files(
        folder: &Path,
        read: impl Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, TrainedError> {
        let saved: Saved<RecurrentModelCard, 2> =
            Saved::read(folder, MODELS, read)?;
        let config = saved.card.settings.config(&saved.vocabularies);
        let config =
            config.map_err(|problem| saved.impossible(problem))?;
        // Loading replaces every parameter.
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let bahdanau = Bahdanau::new(&config, &mut rng);
        let fixed_context = FixedContext::new(&config, &mut rng);
        saved.fill([&bahdanau, &fixed_context])?;
        Ok(Self {
            bahdanau: Translator {
                model: bahdanau,
                vocabularies: saved.vocabularies.clone(),
            },
            fixed_context: Translator {
                model: fixed_context,
                vocabularies: saved.vocabularies,
            },
            card: saved.card,
        })
    }
}

impl Description for RecurrentModelCard {
    const FILE: &'static str = "bahdanau.json";

    fn tokens(&self) -> [&[String]; 2] {
        [&self.source_tokens, &self.target_tokens]
    }

    fn has_scores(&self) -> bool {
        !self.with_attention.is_empty()
            && !self.without_attention.is_empty()
    }

    fn least_numbers(&self) -> Option<usize> {
        let Settings {
            embed,
            hidden,
            layers,
            ..
        } = self.settings;
        let states = hidden.checked_mul(hidden)?.checked_mul(layers)?;
        states.checked_add(embed)
    }
}
