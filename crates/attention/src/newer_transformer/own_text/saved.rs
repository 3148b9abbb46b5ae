//! Trained models, of the book or your own.

use std::path::{Path, PathBuf};
use std::{fs, io};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Run, Settings, TextError, TextModel};
use crate::encoder_decoder::TrainedError;
use crate::newer_transformer::{BytePairs, BytePairsError};
use crate::nn::{LoadError, Metadata, load_bytes, save_with};
use crate::shipped::shipped;
use crate::trials::{read_card, read_file, write_card};

const CARD: &str = "own-text.json";
const MERGES: &str = "own-text.merges";
const MODEL: &str = "own-text.safetensors";

/// The name of the merges in the metadata of the model.
const METADATA: &str = "merges";

/// A trained model with its card.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The model of the first seed.
    pub model: TextModel,
    /// Its data, settings, and results.
    pub card: Card,
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
    /// The settings.
    pub settings: Settings,
    /// The results, one for each seed.
    pub runs: Vec<Run>,
}

/// A file of a model that cannot be used.
#[derive(Debug, Error)]
pub enum LoadTextError {
    /// The merges are damaged.
    #[error("{}: {problem}", path.display())]
    Merges {
        /// The file.
        path: PathBuf,
        /// The line and its problem.
        #[source]
        problem: BytePairsError,
    },
    /// No model was trained with the settings of the card.
    #[error("{}: {problem}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// The problem.
        #[source]
        problem: TextError,
    },
    /// The model was saved with other merges.
    #[error("{}: the model was saved with other merges", .0.display())]
    OtherMerges(PathBuf),
    /// Another file is damaged, or does not fit the others.
    #[error(transparent)]
    Trained(#[from] TrainedError),
}

/// The model that the book ships, as `cargo book train language-model`
/// has written it.
///
/// It is part of the compiled crate, so no file is read.
///
/// # Errors
///
/// [`LoadTextError`] if the files in `models/` were damaged when the
/// crate was compiled.
///
/// # Example
///
/// ```
/// let trained = attention::newer_transformer::own_text::trained()?;
/// assert_eq!(trained.card.runs.len(), 3);
/// assert!(trained.card.runs.iter().all(|run| run.bits_per_byte < 2.6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trained() -> Result<Trained, LoadTextError> {
    let files = shipped!(
        "own-text.json",
        "own-text.merges",
        "own-text.safetensors"
    );
    Trained::from_files(Path::new("models"), files)
}

impl Trained {
    /// Loads a model that `cargo book train language-model` has written
    /// into a folder.
    ///
    /// # Errors
    ///
    /// [`LoadTextError`] with the file that is missing, damaged, or does
    /// not fit the others.
    pub fn load(
        folder: impl AsRef<Path>,
    ) -> Result<Self, LoadTextError> {
        let folder = folder.as_ref();
        Self::from_files(folder, |file| fs::read(folder.join(file)))
    }

    /// Writes the model, its tokenizer, and its card into an existing
    /// folder.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] with the file that cannot be written.
    pub fn save(
        &self,
        folder: impl AsRef<Path>,
    ) -> Result<(), TrainedError> {
        let folder = folder.as_ref();
        let path = folder.join(MERGES);
        let merges = self.model.tokenizer.to_string();
        // The files are replaced one by one: an interruption may leave
        // a model with the merges of an older one.
        let metadata =
            Metadata::from([(METADATA.into(), merges.clone())]);
        let model = folder.join(MODEL);
        save_with(&self.model.model, &metadata, model)?;
        if let Err(problem) =
            engine::file::replace(&path, merges.as_bytes())
        {
            return Err(TrainedError::Write { path, problem });
        }
        write_card(&folder.join(CARD), &self.card)
    }

    fn from_files(
        folder: &Path,
        read: impl Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, LoadTextError> {
        let read = |file: &str| read_file(folder, file, &read);
        let (card_path, card) = read(CARD)?;
        let card: Card = read_card(&card_path, &card)?;
        card.settings.check().map_err(|problem| {
            LoadTextError::Settings {
                path: card_path.clone(),
                problem,
            }
        })?;
        let (merges_path, merges) = read(MERGES)?;
        let merges = String::from_utf8_lossy(&merges);
        let tokenizer: BytePairs =
            merges.parse().map_err(|problem| {
                let path = merges_path.clone();
                LoadTextError::Merges { path, problem }
            })?;
        let (path, bytes) = read(MODEL)?;
        let settings = &card.settings;
        if larger_than(settings, tokenizer.vocab(), bytes.len()) {
            let bytes = bytes.len();
            let path = card_path;
            return Err(TrainedError::TooLarge { path, bytes }.into());
        }
        // Every parameter is replaced.
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        let model = settings.model(tokenizer.vocab(), rng).map_err(
            |problem| TrainedError::Settings {
                path: card_path,
                problem,
            },
        )?;
        let loaded = load_bytes(&model, &bytes)
            .map_err(|problem| LoadError { path, problem })
            .map_err(TrainedError::from)?;
        let saved = loaded.metadata.get(METADATA);
        if saved != Some(&tokenizer.to_string()) {
            return Err(LoadTextError::OtherMerges(merges_path));
        }
        Ok(Self {
            model: TextModel {
                tokenizer,
                model,
                context: settings.context,
            },
            card,
        })
    }
}

/// Whether a model has more parameters than a file has bytes; it might
/// not fit into memory.
fn larger_than(
    settings: &Settings,
    vocab: usize,
    bytes: usize,
) -> bool {
    let Settings { hidden, blocks, .. } = *settings;
    let each = hidden.checked_mul(hidden);
    let blocks = each.and_then(|each| each.checked_mul(blocks));
    let table = hidden.checked_mul(vocab);
    let all = blocks.zip(table).and_then(|(a, b)| a.checked_add(b));
    all.is_none_or(|all| all > bytes)
}
