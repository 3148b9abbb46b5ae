//! Why a corpus is not generated or split.

use thiserror::Error;

/// The most sentences that [`Corpus::generated`](super::Corpus::generated) makes. The grammar has far
/// more.
///
/// # Example
///
/// ```
/// use attention::data::{Corpus, MOST_GENERATED};
///
/// assert!(Corpus::generated(MOST_GENERATED + 1, 0).is_err());
/// ```
pub const MOST_GENERATED: usize = 1_000_000;

/// Why there is no such corpus.
///
/// # Example
///
/// ```
/// use attention::data::{Corpus, CorpusError};
///
/// let error = Corpus::generated(10, 0)?.split(10, 0).unwrap_err();
/// assert_eq!(error, CorpusError::HeldOut { held_out: 10, sentences: 10 });
/// assert_eq!(
///     error.to_string(),
///     "cannot hold out 10 of 10 sentences: none would be left for training"
/// );
/// # Ok::<(), CorpusError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CorpusError {
    /// More sentences were asked for than are made.
    #[error(
        "{sources} sentences were asked for, but at most {most} are generated"
    )]
    TooMany {
        /// How many were asked for.
        sources: usize,
        /// How many there are at most: [`MOST_GENERATED`].
        most: usize,
    },
    /// Nothing would be left for training.
    #[error(
        "cannot hold out {held_out} of {sentences} sentences: none would be left for training"
    )]
    HeldOut {
        /// How many sentences were to be held out.
        held_out: usize,
        /// How many there are.
        sentences: usize,
    },
}
