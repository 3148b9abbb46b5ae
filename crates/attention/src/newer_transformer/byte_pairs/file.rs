//! The format of saved merges: a line with the version, then a line with two tokens for each merge.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::BytePairs;
use super::pieces::MOST_BYTES;

/// The first line.
const FIRST: &str = "byte pairs, version 1";

/// A line that is not a merge.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct BytePairsError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The problem.
    pub problem: BytePairsProblem,
}

/// The problem with a line of a [`BytePairsError`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BytePairsProblem {
    /// The first line is another one.
    #[error("{0:?} is not {FIRST:?}")]
    Version(String),
    /// The line is not two numbers.
    #[error("{0:?} is not two tokens")]
    NotTwo(String),
    /// A token is not made before this line.
    #[error("token {token} does not exist before token {new}")]
    Unknown {
        /// The token in the line.
        token: usize,
        /// The token that the line makes.
        new: usize,
    },
    /// An earlier line has the same pair.
    #[error("tokens {} and {} are merged twice", .0[0], .0[1])]
    Twice([usize; 2]),
    /// The new token is longer than every piece of a text.
    #[error("{0} bytes are longer than a piece, at most {MOST_BYTES}")]
    TooLong(usize),
}

/// Writes the merges as lines that [`parse`](str::parse) reads.
impl fmt::Display for BytePairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST}")?;
        for [first, second] in &self.merges {
            writeln!(f, "{first} {second}")?;
        }
        Ok(())
    }
}

/// Reads merges that were written with `to_string`.
impl FromStr for BytePairs {
    type Err = BytePairsError;

    fn from_str(text: &str) -> Result<Self, BytePairsError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        if first != FIRST {
            let problem = BytePairsProblem::Version(first.to_owned());
            return Err(BytePairsError { line: 1, problem });
        }
        let mut tokenizer = Self::bytes();
        for (place, line) in lines {
            let pair = tokenizer.parse_merge(line);
            tokenizer.add(pair.map_err(|problem| BytePairsError {
                line: place + 1,
                problem,
            })?);
        }
        Ok(tokenizer)
    }
}

impl BytePairs {
    fn parse_merge(
        &self,
        line: &str,
    ) -> Result<[usize; 2], BytePairsProblem> {
        let two = line.split_once(' ').and_then(|(first, second)| {
            Some([first.parse().ok()?, second.parse().ok()?])
        });
        let not_two = || BytePairsProblem::NotTwo(line.to_owned());
        let pair: [usize; 2] = two.ok_or_else(not_two)?;
        let new = self.vocab();
        if let Some(&token) = pair.iter().find(|token| **token >= new) {
            return Err(BytePairsProblem::Unknown { token, new });
        }
        if self.merged.contains_key(&pair) {
            return Err(BytePairsProblem::Twice(pair));
        }
        let bytes = pair.map(|part| self.token(part).len());
        match bytes.iter().sum() {
            ..=MOST_BYTES => Ok(pair),
            bytes => Err(BytePairsProblem::TooLong(bytes)),
        }
    }
}
