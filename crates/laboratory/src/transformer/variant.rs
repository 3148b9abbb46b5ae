//! The variants of the translator that the chapter compares.

use serde::{Deserialize, Serialize};

use crate::compared::compared;
use attention::Real;
use attention::transformer::Arrangement;

compared! {
    /// The Transformer of the chapter with at most one change to the model, and its learning rate.
    #[derive(
        Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum Variant {
        /// As in the original paper; its first model is kept.
        PostNorm: "post-norm",
        /// Normalizes before the sublayers.
        PreNorm: "pre-norm",
        /// No positions are added to the embeddings.
        WithoutPositions: "without positions",
        /// No residual connections.
        WithoutResidual: "without residual",
        /// No layer norms.
        WithoutNorm: "without norm",
        /// A single head per attention.
        OneHead: "one head",
        /// No causal mask: [`wrong::LooksAhead`](attention::transformer::wrong::LooksAhead).
        LooksAhead: "without mask",
        /// Post-norm with [four times](Variant::FAST) the learning rate.
        FastPostNorm: "fast post-norm",
        /// Fast post-norm without warm-up.
        FastPostNormWithoutWarmup: "fast post-norm, no warm-up",
        /// Pre-norm with four times the learning rate.
        FastPreNorm: "fast pre-norm",
        /// Fast pre-norm without warm-up.
        FastPreNormWithoutWarmup: "fast pre-norm, no warm-up",
    }
}

impl Variant {
    /// The factor of the learning rate of fast variants.
    pub const FAST: Real = 4.0;

    /// Returns whether the variant is trained with [`Variant::FAST`] times the learning rate.
    pub(super) fn is_fast(self) -> bool {
        matches!(self, Self::FastPostNorm | Self::FastPreNorm) || self.without_warmup()
    }

    /// Returns whether the largest learning rate comes first.
    pub(super) fn without_warmup(self) -> bool {
        let without = [Self::FastPostNormWithoutWarmup, Self::FastPreNormWithoutWarmup];
        without.contains(&self)
    }

    /// Returns where the blocks normalize.
    pub(super) fn arrangement(self) -> Arrangement {
        match self {
            Self::PreNorm | Self::FastPreNorm | Self::FastPreNormWithoutWarmup => {
                Arrangement::PreNorm
            }
            Self::WithoutResidual => Arrangement::WithoutResidual,
            Self::WithoutNorm => Arrangement::WithoutNorm,
            _ => Arrangement::PostNorm,
        }
    }
}
