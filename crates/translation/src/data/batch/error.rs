//! Errors in the sequences of a batch.

use engine::nn::DataError;
use thiserror::Error;

/// An error in the sequences of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// There are no sequences.
    #[error("a batch needs at least one sequence")]
    NoSequences,
    /// The sequence with this index has no tokens; an encoded one has at least `<eos>`.
    #[error("sequence {0} has no tokens")]
    Empty(usize),
    /// A token is not in the vocabulary. Its position is the sequence, then the step.
    #[error(transparent)]
    Data(#[from] DataError),
    /// An error on one side of the examples.
    #[error("in the {side} of the batch: {problem}")]
    Side {
        /// "sources" or "targets".
        side: &'static str,
        /// The error.
        #[source]
        problem: Box<BatchError>,
    },
}
