//! Mistakes in the sources of the book.

use dialect::{Listed, Problem};
use thiserror::Error;

/// Mistakes, each with its file and line. All other errors have no place in the sources.
#[derive(Debug, Error)]
#[error("{}", Listed(.0))]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Succeeds if there are no problems; else tells each once, in the order of files and lines.
    pub(crate) fn none(mut problems: Vec<Problem>) -> Result<(), Self> {
        problems.sort();
        problems.dedup();
        match problems.is_empty() {
            true => Ok(()),
            false => Err(Self(problems)),
        }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}
