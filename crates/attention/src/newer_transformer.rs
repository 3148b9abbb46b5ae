//! [Chapter 8](#ch:newer-transformer): what changed in the Transformer since 2017.
//!
//! Positions enter the scores: as rotations of queries and keys at the [`frequencies`] of their
//! pairs, which a [`Scaling`] stretches to longer texts, or as a bias for each offset, with
//! [`alibi_slopes`] or one entry for each [`bucket`].

mod biases;
mod block;
mod byte_pairs;
mod config;
mod decoder_only;
mod frequencies;
mod grouped_query;
mod rotation;

pub use biases::{alibi_slopes, bucket};
pub use block::{Block, Network, Norm};
#[doc(alias = "BPE")]
pub use byte_pairs::BytePairs;
pub use byte_pairs::{
    BytePairsError, BytePairsProblem, Subwords, Utf8Stream, pieces,
};
pub use config::{DecoderOnlyConfig, NetworkKind, NormKind, Positions};
pub use decoder_only::{DecoderOnly, DecoderOnlyCache};
pub use frequencies::{Scaling, frequencies};
#[doc(alias = "enable_gqa")]
pub use grouped_query::GroupedQueryAttention;
pub use grouped_query::{
    GroupedCache, GroupedQueryConfig, Scoring, attend_in_groups,
};
pub use rotation::{rotate, rotate_rows};
