//! What can be wrong with a list of tokens.

use thiserror::Error;

/// Why a list of tokens is no vocabulary.
///
/// # Example
///
/// ```
/// use attention::data::Vocabulary;
///
/// let tokens = ["<pad>", "<unk>", "<bos>", "the", "<eos>"].map(String::from);
/// let error = Vocabulary::from_tokens(tokens.into()).unwrap_err();
/// assert_eq!(error.to_string(), r#"token 3 must be "<eos>", but is "the""#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VocabularyError {
    /// A reserved token does not have its number.
    #[error("token {id} must be {expected:?}, but is {found:?}")]
    Reserved {
        /// The number.
        id: usize,
        /// The reserved token.
        expected: &'static str,
        /// What was in its place.
        found: String,
    },
    /// The list ends before the last reserved token.
    #[error(
        "token {id} must be {expected:?}, but there are only {id} tokens"
    )]
    Missing {
        /// The number of the first token that is missing.
        id: usize,
        /// The reserved token.
        expected: &'static str,
    },
    /// A token has two numbers.
    #[error(
        "the token {token:?} is there twice, as {first} and as {second}"
    )]
    Duplicate {
        /// The token.
        token: String,
        /// Its first number.
        first: usize,
        /// Its second number.
        second: usize,
    },
}
