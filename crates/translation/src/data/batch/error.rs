//! What can be wrong with the sequences of a batch.

use engine::nn::DataError;
use thiserror::Error;

/// Why sequences do not make a batch.
///
/// # Example
///
/// ```
/// use attention::data::{BatchError, Padded};
///
/// let error = Padded::new(&[vec![5, 3], vec![]], 10).unwrap_err();
/// assert_eq!(error, BatchError::Empty(1));
/// assert_eq!(error.to_string(), "sequence 1 has no tokens");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// There is nothing to make a batch of.
    #[error("a batch needs at least one sequence")]
    NoSequences,
    /// A sequence, counted from 0, has no tokens; one that was encoded has at least `<eos>`.
    #[error("sequence {0} has no tokens")]
    Empty(usize),
    /// A token is not in the vocabulary. Its place is the number of the sequence, then the step.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Something is wrong on one side of the examples.
    #[error("in the {side} of the batch: {problem}")]
    Side {
        /// "sources" or "targets".
        side: &'static str,
        /// What is wrong.
        #[source]
        problem: Box<BatchError>,
    },
}

impl BatchError {
    /// The same error, which says on which side it is.
    pub(super) fn in_the(self, side: &'static str) -> Self {
        let problem = Box::new(self);
        Self::Side { side, problem }
    }
}
