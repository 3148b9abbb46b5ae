//! What can be wrong with a file of pairs.

use std::io;
use std::path::PathBuf;
use std::str::Utf8Error;

use thiserror::Error;

/// What is wrong with a line.
///
/// # Example
///
/// ```
/// use attention::data::LineFault;
///
/// assert_eq!(LineFault::Columns(4).to_string(), "there are 4 columns, not 2 or 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineFault {
    /// The line has text, but no tab.
    #[error("there is no tab between a sentence and its translation")]
    OneColumn,
    /// The line has more than two tabs.
    #[error("there are {0} columns, not 2 or 3")]
    Columns(usize),
    /// Before the first tab are only spaces, or nothing.
    #[error("the sentence before the first tab is empty")]
    EmptySource,
    /// Behind the first tab are only spaces, or nothing.
    #[error("the translation after the first tab is empty")]
    EmptyTarget,
    /// A sentence is longer than asked for.
    #[error("a sentence has {tokens} tokens, more than {most}")]
    Long {
        /// How many tokens it has.
        tokens: usize,
        /// How many it may have.
        most: usize,
    },
    /// The line is not UTF-8.
    #[error("it is not UTF-8: {0}")]
    NotUtf8(#[from] Utf8Error),
}

/// A line that is not a pair.
///
/// # Example
///
/// See [`parse_pairs`](super::parse_pairs).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct LineProblem {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong.
    #[source]
    pub fault: LineFault,
}

/// Pairs were not read from a file.
///
/// # Example
///
/// See [`read_pairs`](super::read_pairs).
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    #[source]
    pub problem: ReadProblem,
}

/// Why pairs were not read from a file.
///
/// # Example
///
/// ```
/// use attention::data::{ReadOptions, ReadProblem, read_pairs};
///
/// let error = read_pairs("no such file.txt", &ReadOptions::default()).unwrap_err();
/// assert!(matches!(error.problem, ReadProblem::Read(_)));
/// ```
#[derive(Debug, Error)]
pub enum ReadProblem {
    /// The file is not there, or cannot be read.
    #[error("cannot be read: {0}")]
    Read(#[source] io::Error),
    /// A line is malformed.
    #[error(transparent)]
    Line(#[from] LineProblem),
}
