//! The variants of the translator that the chapter compares.

use std::fmt;

use serde::{Deserialize, Serialize};

use attention::Real;
use attention::transformer::Arrangement;

/// The Transformer of the chapter with at most one change to the model, and its learning rate.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// As in the original paper; its first model is kept.
    PostNorm,
    /// Normalizes before the sublayers.
    PreNorm,
    /// No positions are added to the embeddings.
    WithoutPositions,
    /// No residual connections.
    WithoutResidual,
    /// No layer norms.
    WithoutNorm,
    /// A single head per attention.
    OneHead,
    /// No causal mask: [`wrong::LooksAhead`](attention::transformer::wrong::LooksAhead).
    LooksAhead,
    /// Post-norm with [four times](Variant::FAST) the learning rate.
    FastPostNorm,
    /// Fast post-norm without warm-up.
    FastPostNormWithoutWarmup,
    /// Pre-norm with four times the learning rate.
    FastPreNorm,
    /// Fast pre-norm without warm-up.
    FastPreNormWithoutWarmup,
}

impl Variant {
    /// All variants, in order.
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

    /// The factor of the learning rate of fast variants.
    pub const FAST: Real = 4.0;

    /// Returns whether the variant is trained with [`Variant::FAST`] times the learning rate.
    pub(super) fn is_fast(self) -> bool {
        matches!(self, Self::FastPostNorm | Self::FastPreNorm) || self.without_warmup()
    }

    /// Returns whether the largest learning rate comes first.
    pub(super) fn without_warmup(self) -> bool {
        let without = [
            Self::FastPostNormWithoutWarmup,
            Self::FastPreNormWithoutWarmup,
        ];
        without.contains(&self)
    }

    /// Returns where the blocks normalize.
    pub(super) fn arrangement(self) -> Arrangement {
        match self {
            Self::PostNorm
            | Self::WithoutPositions
            | Self::OneHead
            | Self::LooksAhead
            | Self::FastPostNorm
            | Self::FastPostNormWithoutWarmup => Arrangement::PostNorm,
            Self::PreNorm | Self::FastPreNorm | Self::FastPreNormWithoutWarmup => {
                Arrangement::PreNorm
            }
            Self::WithoutResidual => Arrangement::WithoutResidual,
            Self::WithoutNorm => Arrangement::WithoutNorm,
        }
    }

    /// Returns a name for people.
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
            Self::FastPostNormWithoutWarmup => "fast post-norm, no warm-up",
            Self::FastPreNorm => "fast pre-norm",
            Self::FastPreNormWithoutWarmup => "fast pre-norm, no warm-up",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
