//! Folders with trained models and the card that describes them.

mod error;
#[cfg(test)]
pub(crate) mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use attention::data::{Vocabularies, Vocabulary, VocabularyError};
use attention::nn::{LoadError, Metadata, Module, load_bytes, save_with};
use engine::file::replace;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::shipped::shipped_file;

pub use error::{Problem, TrainedError};

/// Implemented for the trained models of a chapter with their card.
///
/// A card holds data, settings, and scores, and is stored as JSON next to one file of parameters
/// for each model.
///
/// # Example
///
/// ```
/// use laboratory::{Saved, bahdanau};
///
/// let folder = std::env::temp_dir().join("models of an example");
/// std::fs::create_dir_all(&folder)?;
/// bahdanau::trained()?.save(&folder)?;
/// let loaded = bahdanau::Trained::load(&folder)?;
/// assert_eq!(loaded.bahdanau.translate("The car is red.")?.text, "la voiture est rouge.");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Saved: Sized {
    /// The data, settings, and scores.
    type Card: Serialize + DeserializeOwned;

    /// The name of the file of the card.
    const CARD: &'static str;

    /// The names of the files of the models.
    const MODELS: &'static [&'static str] = &[];

    /// Returns the card.
    fn card(&self) -> &Self::Card;

    /// Returns the models in the order of [`Saved::MODELS`].
    fn models(&self) -> Vec<&dyn Module> {
        Vec::new()
    }

    /// Creates models of the sizes on a card. Their parameters are replaced afterward.
    ///
    /// # Errors
    ///
    /// The problem of a setting or a text on the card.
    fn untrained(card: Self::Card) -> Result<Self, Problem>;

    /// Returns a lower bound for the number of parameters of each model, or none if the number
    /// overflows.
    ///
    /// A file with fewer bytes is refused before memory is allocated for a model that might not fit
    /// into it.
    fn min_params(_card: &Self::Card) -> Option<usize> {
        Some(0)
    }

    /// Returns whether the card has scores of all its models.
    fn has_scores(_card: &Self::Card) -> bool {
        true
    }

    /// Loads what [`save`](Saved::save) or `cargo book train` has written into a folder.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] with the file that is missing, is damaged, or does not match the others.
    fn load(folder: impl AsRef<Path>) -> Result<Self, TrainedError> {
        let folder = folder.as_ref();
        read(folder, |file| fs::read(folder.join(file)))
    }

    /// Writes the models and then their card into an existing folder.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] if a file cannot be written, if a parameter is not finite, or if the card
    /// could not be read again because a score is not finite.
    fn save(&self, folder: impl AsRef<Path>) -> Result<(), TrainedError> {
        let folder = folder.as_ref();
        let described = Metadata::from([("described in".into(), Self::CARD.into())]);
        for (file, model) in Self::MODELS.iter().zip(self.models()) {
            save_with(model, &described, folder.join(file))?;
        }
        let path = folder.join(Self::CARD);
        let text = text_of_card(self.card(), &path)?;
        replace(&path, text.as_bytes()).map_err(|problem| TrainedError::Write { path, problem })
    }
}

/// Returns what the book ships in the folder `models`, which is compiled into this crate.
///
/// # Errors
///
/// [`TrainedError`] if a file was damaged when the crate was compiled.
pub(crate) fn shipped<S: Saved>() -> Result<S, TrainedError> {
    read(Path::new("models"), |file| {
        let bytes = shipped_file(file).map(<[u8]>::to_vec);
        bytes.ok_or_else(|| io::ErrorKind::NotFound.into())
    })
}

fn read<S: Saved>(
    folder: &Path,
    read: impl Fn(&str) -> io::Result<Vec<u8>>,
) -> Result<S, TrainedError> {
    let read = |file: &str| -> Result<(PathBuf, Vec<u8>), TrainedError> {
        let path = folder.join(file);
        match read(file) {
            Ok(bytes) => Ok((path, bytes)),
            Err(problem) => Err(TrainedError::Read { path, problem }),
        }
    };
    let (path, card) = read(S::CARD)?;
    let files = S::MODELS.iter().map(|file| read(file));
    let files: Vec<_> = files.collect::<Result<_, _>>()?;
    let card: S::Card = match serde_json::from_slice(&card) {
        Ok(card) => card,
        Err(problem) => return Err(TrainedError::Card { path, problem }),
    };
    if !S::has_scores(&card) {
        return Err(TrainedError::NoRuns { path });
    }
    let sizes = files.iter().map(|(_, bytes)| bytes.len());
    let bytes = sizes.min().unwrap_or(0);
    if S::min_params(&card).is_none_or(|least| least > bytes) {
        return Err(TrainedError::TooLarge { path, bytes });
    }
    let trained = S::untrained(card).map_err(|problem| TrainedError::Settings { path, problem })?;
    for (model, (path, bytes)) in trained.models().into_iter().zip(files) {
        load_bytes(model, &bytes).map_err(|problem| LoadError { path, problem })?;
    }
    Ok(trained)
}

/// Returns the vocabularies with the source and target tokens of a card.
pub(crate) fn vocabularies(
    source: &[String],
    target: &[String],
) -> Result<Vocabularies, VocabularyError> {
    Ok(Vocabularies {
        source: Vocabulary::from_tokens(source.to_vec())?,
        target: Vocabulary::from_tokens(target.to_vec())?,
    })
}

/// Returns the text of a card that can be read again.
fn text_of_card<C: Serialize + DeserializeOwned>(
    card: &C,
    path: &Path,
) -> Result<String, TrainedError> {
    let path = path.to_owned();
    let text = match serde_json::to_string_pretty(card) {
        Ok(text) => text + "\n",
        Err(problem) => return Err(TrainedError::Card { path, problem }),
    };
    // JSON has no number for NaN, so such a score is written as `null`.
    if let Err(problem) = serde_json::from_str::<C>(&text) {
        let before = text.lines().take(problem.line());
        let field = before.filter(|line| line.contains("\": ")).last();
        let field = field.unwrap_or_default().trim().to_owned();
        return Err(TrainedError::Unreadable { path, field, problem });
    }
    Ok(text)
}
