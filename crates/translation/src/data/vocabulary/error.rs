//! Errors in a list of tokens.

use thiserror::Error;

/// An error in a list of tokens for a vocabulary.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VocabularyError {
    /// A reserved token is not at its index.
    #[error("token {id} must be {expected:?}, but is {found:?}")]
    Reserved {
        /// The index.
        id: usize,
        /// The reserved token.
        expected: &'static str,
        /// The token at this index.
        found: String,
    },
    /// The list ends before the last reserved token.
    #[error(
        "token {id} must be {expected:?}, but there are only {id} tokens"
    )]
    Missing {
        /// The index of the first missing token.
        id: usize,
        /// The reserved token.
        expected: &'static str,
    },
    /// A token has two indices.
    #[error("token {token:?} occurs twice, as {first} and {second}")]
    Duplicate {
        /// The token.
        token: String,
        /// Its first index.
        first: usize,
        /// Its second index.
        second: usize,
    },
}
