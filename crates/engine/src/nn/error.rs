//! What can be wrong with the settings of a layer, and with the data that it gets.

use thiserror::Error;

use crate::Real;

/// Why a layer cannot be made with these settings.
///
/// # Example
///
/// ```
/// use attention::nn::{ConfigError, Dropout};
///
/// let error = Dropout::new(1.5).unwrap_err();
/// assert_eq!(error, ConfigError::DropoutRate(1.5));
/// assert!(error.to_string().starts_with("the dropout rate is 1.5, not a number from 0"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ConfigError {
    /// The part of the entries that dropout sets to 0 must be at least 0 and below 1.
    #[error("the dropout rate is {0}, not a number from 0 up to, but not including, 1")]
    DropoutRate(Real),
    /// A model has a size of 0.
    #[error("the number of {0} is 0, and must be at least 1")]
    Zero(&'static str),
    /// Logits are divided by the temperature.
    #[error("the temperature is {0}, not a finite number above 0")]
    Temperature(Real),
    /// The probability that the tokens to choose from have together.
    #[error(
        "the probability of top-p sampling is {0}, not a number above 0 and at most 1"
    )]
    TopP(Real),
    /// The heads share the hidden numbers evenly, and each has at least one.
    #[error("{heads} heads do not divide {hidden} hidden numbers")]
    HeadsMustDivide {
        /// How many hidden numbers there are.
        hidden: usize,
        /// How many heads were asked for.
        heads: usize,
    },
}

/// Why data do not fit a layer.
///
/// # Example
///
/// ```
/// use attention::nn::Tokens;
/// use ndarray::array;
///
/// let error = Tokens::new(array![[0, 7]], 5).unwrap_err();
/// let text = "the token 7 at [0, 1] is not in the vocabulary of 5 tokens";
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DataError {
    /// A token has a number that the vocabulary does not have.
    #[error(
        "the token {token} at {position:?} is not in the vocabulary of {vocab} tokens"
    )]
    Token {
        /// The place of the token in the array.
        position: Vec<usize>,
        /// Its number.
        token: usize,
        /// How many tokens the vocabulary has.
        vocab: usize,
    },
    /// A sequence is longer than the positions that were learned.
    #[error("the sequence needs {end} positions, but only {max_len} were learned")]
    TooLong {
        /// The position after the last one of the sequence.
        end: usize,
        /// How many positions there are.
        max_len: usize,
    },
}
