//! What can be wrong with saved models.

use std::path::PathBuf;

use engine::nn::{ConfigError, LoadError, SaveError};
use thiserror::Error;

use crate::data::VocabularyError;

/// Why saved models are of no use.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainedError {
    /// A file cannot be read.
    #[error("{}: cannot be read: {problem}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        problem: std::io::Error,
    },
    /// A file cannot be written.
    #[error("{}: cannot be written: {problem}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        problem: std::io::Error,
    },
    /// A model was not saved.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The description of the models is not one.
    #[error("{}: {problem}", path.display())]
    Card {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        #[source]
        problem: serde_json::Error,
    },
    /// The words of the description are no vocabulary.
    #[error("{}: {problem}", path.display())]
    Vocabulary {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        problem: VocabularyError,
    },
    /// The settings of the description are impossible.
    #[error("{}: {problem}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        problem: ConfigError,
    },
    /// The description says nothing of a model beside it.
    #[error("{}: a model beside it has no scores", path.display())]
    NoRuns {
        /// The file.
        path: PathBuf,
    },
    /// The description asks for a model that cannot be in the file beside it.
    #[error("{}: the model has more numbers than {} bytes hold", path.display(), bytes)]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The size of the file with the numbers.
        bytes: usize,
    },
    /// The numbers of a model do not fit the description.
    #[error(transparent)]
    Model(#[from] LoadError),
}
