//! Trained models in a folder beside a description of them: what is the same for all kinds of models.

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

/// What trained models learned from, how, and their scores.
pub trait Description: Serialize + DeserializeOwned {
    /// The name of its file.
    const FILE: &'static str;

    /// The tokens of the sources and of the targets, in the order of their numbers.
    fn tokens(&self) -> [&[String]; 2];

    /// Whether there are scores of all models beside it.
    fn has_scores(&self) -> bool;

    /// Each of these models has so many numbers or more; none if they cannot be counted.
    fn least_numbers(&self) -> Option<usize>;
}

/// A description, and the bytes of the models beside it.
pub struct Saved<C, const N: usize> {
    /// What is known about the models.
    pub card: C,
    /// Those of all models.
    pub vocabularies: Vocabularies,
    path: PathBuf,
    models: [(PathBuf, Vec<u8>); N],
}

impl<C: Description, const N: usize> Saved<C, N> {
    /// Reads all files, and refuses sizes for which the files of the models are too small: such a model
    /// would not fit into memory, either.
    pub fn read(
        folder: &Path,
        models: [&str; N],
        read: impl Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, TrainedError> {
        let read = |file: &str| {
            let path = folder.join(file);
            match read(file) {
                Ok(bytes) => Ok((path, bytes)),
                Err(problem) => {
                    Err(TrainedError::Read { path, problem })
                }
            }
        };
        let (path, card) = read(C::FILE)?;
        let mut files = models.map(|_| (PathBuf::new(), Vec::new()));
        for (file, model) in files.iter_mut().zip(models) {
            *file = read(model)?;
        }
        let card: C = match serde_json::from_slice(&card) {
            Ok(card) => card,
            Err(problem) => {
                return Err(TrainedError::Card { path, problem });
            }
        };
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

    /// Gives models the numbers in the files, in the order in which these were named.
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

    /// No model can have the settings of the description.
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

/// Writes models and then their description into a folder, which must exist.
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
    let path = folder.join(C::FILE);
    match serde_json::to_string_pretty(card) {
        Ok(card) => replace(&path, (card + "\n").as_bytes())
            .map_err(|problem| TrainedError::Write { path, problem }),
        Err(problem) => Err(TrainedError::Card { path, problem }),
    }
}
