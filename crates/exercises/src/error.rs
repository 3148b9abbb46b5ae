//! Errors, with their positions.

use std::io;
use std::path::PathBuf;

use dialect::{Library, Listed, Problem};
use thiserror::Error;

/// Why a command of `cargo exercise` failed.
#[derive(Debug, Error)]
pub enum Error {
    /// Files of exercises or of a course have mistakes, each listed with its file and line.
    #[error("{}", Listed(.0))]
    Problems(Vec<Problem>),
    /// A handout would have revealed a secret to students.
    #[error("nothing was written, because the handout would reveal a secret:\n{}", Listed(.0))]
    Leak(Vec<Problem>),
    /// An exercise does not support the command, or not yet; its reader can change that.
    #[error("{0}")]
    Unfit(String),
    /// A file or folder already exists, and nothing is overwritten.
    #[error("{} already exists: {advice}", path.display())]
    Exists {
        /// The file or folder.
        path: PathBuf,
        /// Advice to the user.
        advice: &'static str,
    },
    /// The system or a program failed.
    #[error("{0}")]
    Failed(String),
}

impl Error {
    /// Reports an unknown exercise and suggests a similar one from `library`.
    pub(crate) fn unknown(id: &str, library: &Library) -> Self {
        let ids = || library.exercises.iter().map(|exercise| &exercise.id);
        let distance = |other: &String| strsim::levenshtein(id, other);
        let similar = ids()
            .filter(|other| distance(other) <= 1 + id.len() / 3)
            .min_by_key(|other| distance(other))
            .or_else(|| ids().find(|other| id.len() > 2 && other.contains(id)));
        Self::Failed(match similar {
            Some(other) => {
                format!("there is no exercise `{id}`: did you mean `{other}`?")
            }
            None => {
                format!("there is no exercise `{id}` (`cargo exercise list` lists all)")
            }
        })
    }

    /// Returns a function for `map_err` that adds the path and the failed action.
    pub(crate) fn file(
        path: impl Into<PathBuf>,
        action: &'static str,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Failed(format!("{}: {action}: {error}", path.display()))
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Problems(vec![problem])
    }
}

impl From<Vec<Problem>> for Error {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Problems(problems)
    }
}
