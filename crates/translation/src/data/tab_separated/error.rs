//! What can be wrong with a file of pairs.

use std::io;
use std::path::PathBuf;
use std::str::Utf8Error;

use thiserror::Error;

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineFault {
    /// The line has text, but no tab.
    #[error("there is no tab between a sentence and its translation")]
    OneColumn,
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
#[derive(Debug, Error)]
pub enum ReadProblem {
    /// The file is not there, or cannot be read.
    #[error("cannot be read: {0}")]
    Read(#[source] io::Error),
    /// A line is malformed.
    #[error(transparent)]
    Line(#[from] LineProblem),
}
