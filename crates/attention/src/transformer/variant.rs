//! The kinds of translators that the chapter compares.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A Transformer as it should be, or with one thing that is different.
///
/// # Example
///
/// ```
/// use attention::transformer::Variant;
///
/// assert_eq!(Variant::ALL[0].name(), "post-norm");
/// assert_eq!(Variant::LooksAhead.to_string(), "without mask");
/// ```
// ANCHOR: variant
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// As in the original: the one whose first model is kept.
    PostNorm,
    /// Normalizes in front of the sublayers.
    PreNorm,
    /// No token is told where it stands.
    WithoutPositions,
    /// A sublayer's input is not added to its result.
    WithoutResidual,
    /// Nothing is normalized.
    WithoutNorm,
    /// One head has all hidden numbers.
    OneHead,
    /// A target token sees those behind it: [`wrong::LooksAhead`](super::wrong::LooksAhead).
    LooksAhead,
    /// The largest learning rate comes first.
    WithoutWarmup,
    /// Both.
    PreNormWithoutWarmup,
}
// ANCHOR_END: variant

impl Variant {
    /// All of them, in their order.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(attention::transformer::Variant::ALL.len(), 9);
    /// ```
    pub const ALL: [Self; 9] = [
        Self::PostNorm,
        Self::PreNorm,
        Self::WithoutPositions,
        Self::WithoutResidual,
        Self::WithoutNorm,
        Self::OneHead,
        Self::LooksAhead,
        Self::WithoutWarmup,
        Self::PreNormWithoutWarmup,
    ];

    /// A name for people.
    ///
    /// # Example
    ///
    /// See [`Variant`].
    pub fn name(self) -> &'static str {
        match self {
            Self::PostNorm => "post-norm",
            Self::PreNorm => "pre-norm",
            Self::WithoutPositions => "without positions",
            Self::WithoutResidual => "without residual",
            Self::WithoutNorm => "without norm",
            Self::OneHead => "one head",
            Self::LooksAhead => "without mask",
            Self::WithoutWarmup => "without warm-up",
            Self::PreNormWithoutWarmup => "pre-norm without warm-up",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
