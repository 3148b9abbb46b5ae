//! Errors in the configuration of a layer and in its data.

use thiserror::Error;

use crate::Real;

/// An invalid configuration of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ConfigError {
    /// The dropout rate is not in [0, 1).
    #[error("dropout rate {0} is not in [0, 1)")]
    DropoutRate(Real),
    /// A size is 0.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
    /// The temperature, which divides the logits, is not finite and positive.
    #[error("temperature {0} is not finite and positive")]
    Temperature(Real),
    /// The cumulative probability of top-p sampling is not in (0, 1].
    #[error("top-p probability {0} is not in (0, 1]")]
    TopP(Real),
    /// The number of heads does not divide the hidden size.
    #[error("hidden size {hidden} is not divisible by {heads} heads")]
    HeadsMustDivide {
        /// The hidden size.
        hidden: usize,
        /// The number of heads.
        heads: usize,
    },
    /// The heads have an odd number of columns, which cannot be rotated in pairs.
    #[error(
        "hidden size {hidden} leaves an odd number of columns for each of {heads} heads"
    )]
    OddHeads {
        /// The hidden size.
        hidden: usize,
        /// The number of heads.
        heads: usize,
    },
    /// The number of key heads does not divide the number of heads.
    #[error("{heads} heads are not divisible by {key_heads} key heads")]
    KeyHeadsMustDivide {
        /// The number of heads of queries.
        heads: usize,
        /// The number of heads of keys and values.
        key_heads: usize,
    },
    /// The cap of scores, which divides them, is not finite and positive.
    #[error("score cap {0} is not finite and positive")]
    ScoreCap(Real),
    /// Offsets cannot be put into buckets.
    #[error(
        "{count} buckets of offsets up to {distance}: the number of buckets is odd, or its half reaches the distance"
    )]
    Buckets {
        /// The number of buckets.
        count: usize,
        /// The offset from which all share the last bucket.
        distance: usize,
    },
}

/// Data that do not fit a layer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DataError {
    /// A token is outside the vocabulary.
    #[error(
        "token {token} at {position:?} is outside the vocabulary of {vocab} tokens"
    )]
    Token {
        /// The index of the token in the array.
        position: Vec<usize>,
        /// The token.
        token: usize,
        /// The size of the vocabulary.
        vocab: usize,
    },
    /// A sequence extends beyond the learned positions.
    #[error("sequence needs {end} positions, but only {max_len} are learned")]
    TooLong {
        /// The end of the sequence, exclusive.
        end: usize,
        /// The number of learned positions.
        max_len: usize,
    },
}
