//! The kinds of translators that the chapter compares.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Real;
use crate::transformer::Arrangement;

/// A Transformer as it should be, with one thing that is different, or with another learning rate.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// As in the original: the one whose first model is kept.
    PostNorm,
    /// Normalizes before the sublayers.
    PreNorm,
    /// No token is told where it stands.
    WithoutPositions,
    /// A sublayer's input is not added to its result.
    WithoutResidual,
    /// Nothing is normalized.
    WithoutNorm,
    /// One head has all hidden numbers.
    OneHead,
    /// A target token sees those after it: [`wrong::LooksAhead`](crate::transformer::wrong::LooksAhead).
    LooksAhead,
    /// Post-norm with [four times](Variant::FAST) the learning rate.
    FastPostNorm,
    /// The same, and the largest learning rate comes first.
    FastPostNormWithoutWarmup,
    /// Pre-norm with four times the learning rate.
    FastPreNorm,
    /// The same, and the largest learning rate comes first.
    FastPreNormWithoutWarmup,
}

impl Variant {
    /// All of them, in their order.
    pub const ALL: [Self; 11] = [
        Self::PostNorm,
        Self::PreNorm,
        Self::WithoutPositions,
        Self::WithoutResidual,
        Self::WithoutNorm,
        Self::OneHead,
        Self::LooksAhead,
        Self::FastPostNorm,
        Self::FastPostNormWithoutWarmup,
        Self::FastPreNorm,
        Self::FastPreNormWithoutWarmup,
    ];

    /// How many times the learning rate of the others a fast one has.
    pub const FAST: Real = 4.0;

    /// Whether it is trained with [`Variant::FAST`] times the learning rate.
    pub(super) fn is_fast(self) -> bool {
        matches!(self, Self::FastPostNorm | Self::FastPreNorm)
            || self.without_warmup()
    }

    /// Whether the largest learning rate comes first.
    pub(super) fn without_warmup(self) -> bool {
        let without = [
            Self::FastPostNormWithoutWarmup,
            Self::FastPreNormWithoutWarmup,
        ];
        without.contains(&self)
    }

    /// Where its blocks normalize.
    pub(super) fn arrangement(self) -> Arrangement {
        match self {
            Self::PostNorm
            | Self::WithoutPositions
            | Self::OneHead
            | Self::LooksAhead
            | Self::FastPostNorm
            | Self::FastPostNormWithoutWarmup => Arrangement::PostNorm,
            Self::PreNorm
            | Self::FastPreNorm
            | Self::FastPreNormWithoutWarmup => Arrangement::PreNorm,
            Self::WithoutResidual => Arrangement::WithoutResidual,
            Self::WithoutNorm => Arrangement::WithoutNorm,
        }
    }

    /// A name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::PostNorm => "post-norm",
            Self::PreNorm => "pre-norm",
            Self::WithoutPositions => "without positions",
            Self::WithoutResidual => "without residual",
            Self::WithoutNorm => "without norm",
            Self::OneHead => "one head",
            Self::LooksAhead => "without mask",
            Self::FastPostNorm => "fast post-norm",
            Self::FastPostNormWithoutWarmup => {
                "fast post-norm, no warm-up"
            }
            Self::FastPreNorm => "fast pre-norm",
            Self::FastPreNormWithoutWarmup => {
                "fast pre-norm, no warm-up"
            }
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
