//! Folders with trained models and a model card, for all kinds of
//! models.

mod error;

use std::io;
use std::path::{Path, PathBuf};

use engine::file::replace;
use engine::nn::{
    ConfigError, LoadError, Metadata, Module, load_bytes, save_with,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use error::TrainedError;

use crate::data::{Vocabularies, Vocabulary};

/// A model card: training data, settings, and scores.
pub trait Description: Serialize + DeserializeOwned {
    /// The name of its file.
    const FILE: &'static str;

    /// Returns the source and target tokens, by index.
    fn tokens(&self) -> [&[String]; 2];

    /// Whether the card has scores of all models.
    fn has_scores(&self) -> bool;

    /// Returns a lower bound for the number of parameters of each
    /// model, or none if the number overflows.
    fn least_numbers(&self) -> Option<usize>;
}

/// A model card and the bytes of its models.
pub struct Saved<C, const N: usize> {
    /// The model card.
    pub card: C,
    /// The vocabularies of all models.
    pub vocabularies: Vocabularies,
    path: PathBuf,
    models: [(PathBuf, Vec<u8>); N],
}

impl<C: Description, const N: usize> Saved<C, N> {
    /// Reads all files.
    ///
    /// A card with sizes that need larger files is an error, because
    /// such a model might not fit into memory.
    pub fn read(
        folder: &Path,
        models: [&str; N],
        read: impl Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, TrainedError> {
        let read = |file: &str| read_file(folder, file, &read);
        let (path, card) = read(C::FILE)?;
        let mut files = models.map(|_| (PathBuf::new(), Vec::new()));
        for (file, model) in files.iter_mut().zip(models) {
            *file = read(model)?;
        }
        let card: C = read_card(&path, &card)?;
        if !card.has_scores() {
            return Err(TrainedError::NoRuns { path });
        }
        let sizes = files.iter().map(|(_, bytes)| bytes.len());
        let bytes = sizes.min().unwrap_or(0);
        if card.least_numbers().is_none_or(|numbers| numbers > bytes) {
            return Err(TrainedError::TooLarge { path, bytes });
        }
        Ok(Self {
            vocabularies: vocabularies(&card, &path)?,
            card,
            path,
            models: files,
        })
    }

    /// Copies the parameters in the files to the models, in the order
    /// of the names.
    pub fn fill(
        &self,
        models: [&dyn Module; N],
    ) -> Result<(), TrainedError> {
        for (model, (path, bytes)) in
            models.into_iter().zip(&self.models)
        {
            load_bytes(model, bytes).map_err(|problem| LoadError {
                path: path.clone(),
                problem,
            })?;
        }
        Ok(())
    }

    /// Returns the error for invalid settings in the card.
    pub fn impossible(&self, problem: ConfigError) -> TrainedError {
        TrainedError::Settings {
            path: self.path.clone(),
            problem,
        }
    }
}

fn vocabularies(
    card: &impl Description,
    path: &Path,
) -> Result<Vocabularies, TrainedError> {
    let vocabulary = |tokens: &[String]| {
        let vocabulary = Vocabulary::from_tokens(tokens.to_vec());
        vocabulary.map_err(|problem| TrainedError::Vocabulary {
            path: path.to_owned(),
            problem,
        })
    };
    let [source, target] = card.tokens();
    Ok(Vocabularies {
        source: vocabulary(source)?,
        target: vocabulary(target)?,
    })
}

/// Writes the models and then their card into an existing folder.
pub fn save<'a, C: Description>(
    folder: &Path,
    card: &C,
    models: impl IntoIterator<Item = (&'a str, &'a dyn Module)>,
) -> Result<(), TrainedError> {
    let described =
        Metadata::from([("described in".into(), C::FILE.into())]);
    for (file, model) in models {
        save_with(model, &described, folder.join(file))?;
    }
    write_card(&folder.join(C::FILE), card)
}

/// Writes a card, and replaces the file only as a whole.
///
/// # Errors
///
/// [`TrainedError`] if the file cannot be written, or if the card could
/// not be read again, because a score is not a finite number.
pub fn write_card<C: Serialize + DeserializeOwned>(
    path: &Path,
    card: &C,
) -> Result<(), TrainedError> {
    let path = path.to_owned();
    let text = match serde_json::to_string_pretty(card) {
        Ok(text) => text + "\n",
        Err(problem) => {
            return Err(TrainedError::Card { path, problem });
        }
    };
    if let Err(problem) = serde_json::from_str::<C>(&text) {
        let before = text.lines().take(problem.line());
        let field = before.filter(|line| line.contains("\": ")).last();
        let field = field.unwrap_or_default().trim().to_owned();
        return Err(TrainedError::Unreadable {
            path,
            field,
            problem,
        });
    }
    replace(&path, text.as_bytes())
        .map_err(|problem| TrainedError::Write { path, problem })
}

/// Reads a file, and returns its path and its bytes.
///
/// # Errors
///
/// [`TrainedError`] if the file cannot be read.
pub fn read_file(
    folder: &Path,
    file: &str,
    read: impl Fn(&str) -> io::Result<Vec<u8>>,
) -> Result<(PathBuf, Vec<u8>), TrainedError> {
    let path = folder.join(file);
    match read(file) {
        Ok(bytes) => Ok((path, bytes)),
        Err(problem) => Err(TrainedError::Read { path, problem }),
    }
}

/// Reads a card from the bytes of its file, whose path errors name.
///
/// # Errors
///
/// [`TrainedError`] if the bytes are not such a card.
pub fn read_card<C: DeserializeOwned>(
    path: &Path,
    bytes: &[u8],
) -> Result<C, TrainedError> {
    serde_json::from_slice(bytes).map_err(|problem| {
        TrainedError::Card {
            path: path.to_owned(),
            problem,
        }
    })
}
