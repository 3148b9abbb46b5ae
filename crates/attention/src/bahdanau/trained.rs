//! The models that the book has trained, and models that you have trained.

use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::{Bahdanau, Settings, TrainedError};
use crate::data::{Vocabularies, Vocabulary};
use crate::encoder_decoder::{FixedContext, Run, Translator};
use crate::nn::{LoadError, Metadata, Module, load_bytes, save_with};

/// The models of the chapter with what is known about their training.
///
/// # Example
///
/// See [`trained`].
#[derive(Clone, Debug)]
pub struct Trained {
    /// With attention.
    pub bahdanau: Translator<Bahdanau>,
    /// Without, trained in the same way.
    pub fixed_context: Translator<FixedContext>,
    /// What they learned from, and their scores.
    pub card: Card,
}

/// What models learned from, how, and their scores.
///
/// # Example
///
/// See [`trained`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The name of the corpus.
    pub corpus: String,
    /// How many pairs of sentences the models learned from.
    pub training_pairs: usize,
    /// How many source sentences they never saw.
    pub held_out_sentences: usize,
    /// The least mean loss of a token that any model can have on the pairs, in nats.
    pub floor: f64,
    /// The sizes of the models, and how they were trained.
    pub settings: Settings,
    /// The models with attention, one for each seed. The first is kept.
    pub with_attention: Vec<Run>,
    /// The models without.
    pub without_attention: Vec<Run>,
    /// The tokens of the source language, in the order of their numbers.
    pub source_tokens: Vec<String>,
    /// The tokens of the target language.
    pub target_tokens: Vec<String>,
}

/// The names of the files in their folder.
const CARD: &str = "bahdanau.json";
const BAHDANAU: &str = "bahdanau.safetensors";
const FIXED_CONTEXT: &str = "fixed-context.safetensors";

/// The models that the book ships, as `cargo book train bahdanau` has written them.
///
/// They are a part of the compiled crate, so this needs no file.
///
/// # Errors
///
/// [`TrainedError`] if somebody has damaged the files in `models/` before the crate was compiled.
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
pub fn trained() -> Result<Trained, TrainedError> {
    macro_rules! shipped {
        ($file:literal) => {
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/", $file))
        };
    }
    Trained::from_bytes(Path::new("models"), |file| {
        Ok(match file {
            CARD => shipped!("bahdanau.json").to_vec(),
            BAHDANAU => shipped!("bahdanau.safetensors").to_vec(),
            _ => shipped!("fixed-context.safetensors").to_vec(),
        })
    })
}

impl Trained {
    /// Models that `cargo book train bahdanau` has written into a folder.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] with the file that is missing, or damaged, or does not fit the others.
    ///
    /// # Example
    ///
    /// ```
    /// let error = attention::bahdanau::Trained::load("no such folder").unwrap_err();
    /// assert!(error.to_string().contains("bahdanau.json: cannot be read: "));
    /// ```
    pub fn load(folder: impl AsRef<Path>) -> Result<Self, TrainedError> {
        let folder = folder.as_ref();
        Self::from_bytes(folder, |file| fs::read(folder.join(file)))
    }

    /// Writes the models and their description into a folder, which must exist.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] if a file cannot be written, or if a model has numbers that are not finite.
    ///
    /// # Example
    ///
    /// ```no_run
    /// let trained = attention::bahdanau::trained()?;
    /// trained.save("copies")?;
    /// # Ok::<(), attention::bahdanau::TrainedError>(())
    /// ```
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<(), TrainedError> {
        let folder = folder.as_ref();
        let described = Metadata::from([("described in".into(), CARD.into())]);
        save_with(&self.bahdanau.model, &described, folder.join(BAHDANAU))?;
        save_with(
            &self.fixed_context.model,
            &described,
            folder.join(FIXED_CONTEXT),
        )?;
        let path = folder.join(CARD);
        let card = serde_json::to_string_pretty(&self.card);
        let card = card.map_err(|problem| TrainedError::Card {
            path: path.clone(),
            problem,
        })?;
        fs::write(&path, card + "\n")
            .map_err(|problem| TrainedError::Write { path, problem })
    }

    fn from_bytes(
        folder: &Path,
        read: impl Fn(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Self, TrainedError> {
        let read = |file: &str| {
            read(file).map_err(|problem| TrainedError::Read {
                path: folder.join(file),
                problem,
            })
        };
        let card = read(CARD)?;
        let (bahdanau, fixed_context) = (read(BAHDANAU)?, read(FIXED_CONTEXT)?);
        let path = folder.join(CARD);
        let smallest = bahdanau.len().min(fixed_context.len());
        let card = Card::from_bytes(&path, &card, smallest)?;
        let vocabularies = card.vocabularies(&path)?;
        let config = card.settings.config(&vocabularies);
        let config =
            config.map_err(|problem| TrainedError::Settings { path, problem })?;
        // Every number is replaced.
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let trained = Self {
            bahdanau: Translator {
                model: Bahdanau::new(&config, &mut rng),
                vocabularies: vocabularies.clone(),
            },
            fixed_context: Translator {
                model: FixedContext::new(&config, &mut rng),
                vocabularies,
            },
            card,
        };
        let fill = |model: &dyn Module, file: &str, bytes: &[u8]| {
            let path = folder.join(file);
            load_bytes(model, bytes).map_err(|problem| LoadError { path, problem })
        };
        fill(&trained.bahdanau.model, BAHDANAU, &bahdanau)?;
        fill(&trained.fixed_context.model, FIXED_CONTEXT, &fixed_context)?;
        Ok(trained)
    }
}

impl Card {
    /// Reads a description, and refuses sizes for which the files of the models are too small: such
    /// a model would not fit into memory, either.
    fn from_bytes(
        path: &Path,
        card: &[u8],
        bytes: usize,
    ) -> Result<Self, TrainedError> {
        let path = || path.to_owned();
        let card: Self =
            serde_json::from_slice(card).map_err(|problem| TrainedError::Card {
                path: path(),
                problem,
            })?;
        if card.with_attention.is_empty() || card.without_attention.is_empty() {
            return Err(TrainedError::NoRuns { path: path() });
        }
        let Settings {
            embed,
            hidden,
            layers,
            ..
        } = card.settings;
        let state = hidden.checked_mul(hidden);
        let states = state.and_then(|state| state.checked_mul(layers));
        let numbers = states.and_then(|states| states.checked_add(embed));
        match numbers {
            Some(numbers) if numbers <= bytes => Ok(card),
            _ => Err(TrainedError::TooLarge {
                path: path(),
                bytes,
            }),
        }
    }

    fn vocabularies(&self, path: &Path) -> Result<Vocabularies, TrainedError> {
        let vocabulary = |tokens: &[String]| {
            let vocabulary = Vocabulary::from_tokens(tokens.to_vec());
            vocabulary.map_err(|problem| TrainedError::Vocabulary {
                path: path.to_owned(),
                problem,
            })
        };
        Ok(Vocabularies {
            source: vocabulary(&self.source_tokens)?,
            target: vocabulary(&self.target_tokens)?,
        })
    }
}
