//! Errors of saved models.

use std::path::PathBuf;

use attention::nn::{LoadError, SaveError};
use thiserror::Error;

/// The error of creating models from a card, or of a trial.
pub type Problem = Box<dyn std::error::Error + Send + Sync>;

/// An error in the files of saved models.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainedError {
    /// A file cannot be read.
    #[error("{}: cannot be read: {problem}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        problem: std::io::Error,
    },
    /// A file cannot be written.
    #[error("{}: cannot be written: {problem}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        problem: std::io::Error,
    },
    /// A model cannot be saved.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The model card is malformed.
    #[error("{}: {problem}", path.display())]
    Card {
        /// The file.
        path: PathBuf,
        /// The problem, with line and column.
        #[source]
        problem: serde_json::Error,
    },
    /// The model card could not be read again, so it is not written.
    #[error("{}: not written: {field}: {problem}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The start of the field.
        field: String,
        /// The problem, such as `null` for a score that is not finite.
        #[source]
        problem: serde_json::Error,
    },
    /// No model can be made from the card, because a setting is invalid or its tokens are not a
    /// vocabulary.
    #[error("{}: {problem}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// The problem.
        #[source]
        problem: Problem,
    },
    /// The rounded translator is not what was written.
    #[error("{}: is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The card has no scores of a model.
    #[error("{}: a model has no scores", path.display())]
    NoRuns {
        /// The file.
        path: PathBuf,
    },
    /// The model of the card is larger than its file.
    #[error("{}: the model has more parameters than {} bytes hold", path.display(), bytes)]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The size of the file with the parameters.
        bytes: usize,
    },
    /// The parameters of a model do not match the card.
    #[error(transparent)]
    Model(#[from] LoadError),
}
