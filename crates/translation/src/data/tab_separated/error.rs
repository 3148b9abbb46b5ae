//! Errors in a file of pairs.

use std::io;
use std::path::PathBuf;
use std::str::Utf8Error;

use thiserror::Error;

/// An error in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineFault {
    /// The line has text but no tab.
    #[error("there is no tab between a sentence and its translation")]
    OneColumn,
    /// Only spaces, or nothing, precede the first tab.
    #[error("the sentence before the first tab is empty")]
    EmptySource,
    /// Only spaces, or nothing, follow the first tab.
    #[error("the translation after the first tab is empty")]
    EmptyTarget,
    /// A sentence is too long.
    #[error("a sentence has {tokens} tokens, more than {most}")]
    Long {
        /// The number of its tokens.
        tokens: usize,
        /// The maximum number.
        most: usize,
    },
    /// The line is not UTF-8.
    #[error("not UTF-8: {0}")]
    NotUtf8(#[from] Utf8Error),
}

/// A line that is not a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct LineProblem {
    /// The line number, starting at 1.
    pub line: usize,
    /// The error.
    #[source]
    pub fault: LineFault,
}

/// An error in reading pairs from a file.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// The cause.
    #[source]
    pub problem: ReadProblem,
}

/// The cause of an error in reading pairs.
#[derive(Debug, Error)]
pub enum ReadProblem {
    /// The file does not exist or cannot be read.
    #[error("cannot be read: {0}")]
    Read(#[source] io::Error),
    /// A line is malformed.
    #[error(transparent)]
    Line(#[from] LineProblem),
}
