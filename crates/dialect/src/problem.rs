//! Mistakes in the sources, with their positions.

use std::ops::Deref;
use std::{fmt, vec};

use thiserror::Error;

/// A mistake in a file.
#[derive(Clone, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
#[error("{file}:{line}: {message}")]
pub struct Problem {
    /// Path of the file, relative to the root of the book, separated by `/`.
    pub file: String,
    /// Line number, counted from 1.
    pub line: usize,
    /// The mistake, described in one line.
    pub message: String,
}

impl Problem {
    /// Creates a problem.
    pub fn new(file: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self { file: file.into(), line, message: message.into() }
    }
}

/// Mistakes in the sources, displayed one per line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Error)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Adds a problem at this file and line, unless a rule holds.
    pub(crate) fn require(
        &mut self,
        holds: bool,
        (file, line): (&str, usize),
        message: impl Into<String>,
    ) {
        if !holds {
            self.0.push(Problem::new(file, line, message));
        }
    }

    /// Returns `value` if there are no problems.
    ///
    /// # Errors
    ///
    /// Returns the problems without duplicates, sorted by file and line.
    pub fn or<T>(mut self, value: T) -> Result<T, Self> {
        self.0.sort();
        self.0.dedup();
        match self.0.is_empty() {
            true => Ok(value),
            false => Err(self),
        }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.0.iter().map(Problem::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl Deref for Problems {
    type Target = [Problem];

    fn deref(&self) -> &[Problem] {
        &self.0
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_come_once_in_their_order() {
        let [first, second] = [3, 12].map(|line| Problem::new("a.md", line, "wrong"));
        let found = vec![second.clone(), first.clone(), second.clone()];
        assert_eq!(Problems(found).or(5), Err(Problems(vec![first, second])));
        assert_eq!(Problems::default().or(5), Ok(5));
    }
}
