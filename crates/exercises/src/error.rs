//! What can go wrong, each with its place.

use std::io;
use std::path::PathBuf;

use dialect::{Library, Listed, Problem};
use thiserror::Error;

/// Why a command of `cargo exercise` failed.
#[derive(Debug, Error)]
pub enum Error {
    /// Files of exercises or of a course have mistakes; each is named with its file and line.
    #[error("{}", Listed(.0))]
    Problems(Vec<Problem>),
    /// A handout would have told what students must not see.
    #[error("nothing was written, because the handout would reveal a secret:\n{}", Listed(.0))]
    Leak(Vec<Problem>),
    /// An exercise does not do what was asked for, perhaps not yet: its reader can change that.
    #[error("{0}")]
    Unfit(String),
    /// Something is there already, and nothing is overwritten.
    #[error("{} already exists: {advice}", path.display())]
    Exists {
        /// The file or folder.
        path: PathBuf,
        /// What to do.
        advice: &'static str,
    },
    /// The system or a program does not do what it should.
    #[error("{0}")]
    Failed(String),
}

impl Error {
    /// No exercise of `library` has this id; perhaps another was meant.
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

    /// For `map_err`: says what could not be done with `path`, and what the system says.
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
