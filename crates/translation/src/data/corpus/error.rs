//! Errors of generating or splitting a corpus.

use thiserror::Error;

/// The maximum number of sentences that [`Corpus::generated`](super::Corpus::generated) draws, far
/// fewer than the grammar has.
pub const MOST_GENERATED: usize = 1_000_000;

/// An error of generating or splitting a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CorpusError {
    /// More sentences were requested than can be generated.
    #[error(
        "requested {sources} sentences, but at most {most} are generated"
    )]
    TooMany {
        /// The number of requested sentences.
        sources: usize,
        /// The maximum number, [`MOST_GENERATED`].
        most: usize,
    },
    /// No sentence would be left for training.
    #[error(
        "cannot hold out {held_out} of {sentences} sentences: none would be left for training"
    )]
    HeldOut {
        /// The number of sentences to hold out.
        held_out: usize,
        /// The number of sentences.
        sentences: usize,
    },
}
