//! The block of a decoder-only model.

use rand::Rng;

use super::{
    DecoderOnlyConfig, GroupedCache, GroupedQueryAttention,
    NetworkKind, NormKind,
};
use crate::nn::{
    ConfigError, GatedFeedForward, LayerNorm, Module, RmsNorm, Visitor,
};
use crate::tape::{Attended, Var};
use crate::transformer::FeedForward;

/// One of the two norms.
#[derive(Clone, Debug)]
pub enum Norm {
    /// See [`LayerNorm`].
    Layer(LayerNorm),
    /// See [`RmsNorm`].
    Rms(RmsNorm),
}

impl Norm {
    /// Creates a norm of this kind for rows of size `hidden`.
    pub fn new(kind: NormKind, hidden: usize) -> Self {
        match kind {
            NormKind::Layer => Self::Layer(LayerNorm::new(hidden)),
            NormKind::Rms => Self::Rms(RmsNorm::new(hidden)),
        }
    }

    /// Normalizes each row along the last axis.
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
        match self {
            Self::Layer(norm) => norm.forward(x),
            Self::Rms(norm) => norm.forward(x),
        }
    }
}

impl Module for Norm {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        match self {
            Self::Layer(norm) => norm.visit(visitor),
            Self::Rms(norm) => norm.visit(visitor),
        }
    }
}

/// One of the two networks for each token alone.
#[derive(Clone, Debug)]
pub enum Network {
    /// See [`FeedForward`].
    Relu(FeedForward),
    /// See [`GatedFeedForward`].
    Gated(GatedFeedForward),
}

impl Network {
    fn new(
        config: &DecoderOnlyConfig,
        rng: &mut dyn Rng,
    ) -> Option<Self> {
        let (hidden, inner) = (config.hidden, config.inner);
        match config.network {
            NetworkKind::None => None,
            NetworkKind::Relu => Some(Self::Relu(FeedForward::new(
                hidden, inner, hidden, rng,
            ))),
            NetworkKind::Gated => Some(Self::Gated(
                GatedFeedForward::new(hidden, inner, rng),
            )),
        }
    }

    /// Applies the network to each row along the last axis.
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
        match self {
            Self::Relu(network) => network.forward(x),
            Self::Gated(network) => network.forward(x),
        }
    }
}

impl Module for Network {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        match self {
            Self::Relu(network) => network.visit(visitor),
            Self::Gated(network) => network.visit(visitor),
        }
    }
}

/// Grouped-query attention and a feed-forward network, each with a norm before it and a residual
/// connection around it.
///
/// | parameter | shape |
/// |---|---|
/// | `attention_norm.*`, `feed_forward_norm.*` | `[hidden]` |
/// | `attention.*` | see [`GroupedQueryAttention`] |
/// | `feed_forward.*` | see [`GatedFeedForward`] and [`FeedForward`] |
///
/// # Source
///
/// Touvron et al. (2023), *LLaMA: open and efficient foundation language models*, Section 2.2.
// ANCHOR: block
#[derive(Clone, Debug)]
pub struct Block {
    /// Before the attention.
    pub attention_norm: Norm,
    /// Causal self-attention.
    pub attention: GroupedQueryAttention,
    /// The network for each token alone, with the norm before it.
    pub feed_forward: Option<(Norm, Network)>,
}
// ANCHOR_END: block

impl Block {
    /// Creates a block with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the configuration is impossible, see [`DecoderOnlyConfig::check`].
    ///
    /// # Panics
    ///
    /// If [`Scaling::apply`](super::Scaling::apply) refuses the base or the factor of rotary
    /// positions.
    pub fn new(
        config: &DecoderOnlyConfig,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        config.check()?;
        let norm = || Norm::new(config.norm, config.hidden);
        let attention = config.attention();
        Ok(Self {
            attention_norm: norm(),
            attention: GroupedQueryAttention::new(&attention, rng)?,
            feed_forward: Network::new(config, rng)
                .map(|network| (norm(), network)),
        })
    }

    /// Returns a new vector for each token, and the weights of each head.
    #[track_caller]
    pub fn forward<'t>(
        &self,
        x: Var<'t>,            // [batch, steps, hidden]
        bias: Option<Var<'t>>, // [heads, steps, steps]
    ) -> Attended<'t> {
        self.forward_cached(x, &mut GroupedCache::default(), bias)
    }

    /// Returns the result of [`forward`](Self::forward) for tokens that follow the tokens in the
    /// cache.
    // ANCHOR: block_forward
    #[track_caller]
    pub fn forward_cached<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        cache: &mut GroupedCache,
        bias: Option<Var<'t>>,
    ) -> Attended<'t> {
        let inner = self.attention_norm.forward(x);
        let attended =
            self.attention.forward_cached(inner, cache, bias);
        let x = x + attended.output;
        let output = match &self.feed_forward {
            Some((norm, network)) => {
                x + network.forward(norm.forward(x))
            }
            None => x,
        };
        Attended { output, ..attended }
    }
    // ANCHOR_END: block_forward
}

impl Module for Block {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("attention_norm", &self.attention_norm);
        visitor.module("attention", &self.attention);
        if let Some((norm, network)) = &self.feed_forward {
            visitor.module("feed_forward_norm", norm);
            visitor.module("feed_forward", network);
        }
    }
}
