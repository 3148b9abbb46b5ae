//! The sizes and options of a decoder-only model.

use super::{GroupedQueryConfig, Scaling};
use crate::Real;
use crate::nn::{ConfigError, Pairing, Rotary};

/// How a model knows the order of its tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Positions {
    /// Only the causal mask tells the order.
    None,
    /// Sines and cosines are added to the embeddings.
    Sinusoidal,
    /// Learned vectors for `len` positions are added to the embeddings.
    Learned {
        /// The greatest length of a text.
        len: usize,
    },
    /// A learned number for each head and [`bucket`](super::bucket) of offsets is added to the
    /// scores of all blocks.
    Buckets {
        /// The number of buckets.
        count: usize,
        /// The offset from which all share the last bucket.
        distance: usize,
    },
    /// Each head lowers scores by its [slope](super::alibi_slopes) times the offset.
    Alibi,
    /// Queries and keys are rotated.
    Rotary {
        /// The base of the [`frequencies`](super::frequencies).
        base: Real,
        /// Stretches the frequencies to longer texts.
        scaling: Scaling,
        /// Which columns form a pair.
        pairing: Pairing,
    },
}

impl Positions {
    /// Returns rotary positions for pairs of both halves, without scaling.
    pub fn rotary(base: Real) -> Self {
        Self::Rotary {
            base,
            scaling: Scaling::None,
            pairing: Pairing::HalfSplit,
        }
    }
}

/// How a block normalizes its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormKind {
    /// To mean 0 and variance 1, with a gain and a bias.
    Layer,
    /// To a root mean square of 1, with a gain.
    Rms,
}

/// The network of a block that changes each token alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkKind {
    /// None: a block only attends.
    None,
    /// Two layers with biases and a rectifier between them.
    Relu,
    /// Three matrices without biases, one of which is a gate.
    Gated,
}

/// The sizes and options of a [`DecoderOnly`](super::DecoderOnly).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecoderOnlyConfig {
    /// The entries of a token's vector between blocks.
    pub hidden: usize,
    /// The heads of queries, which divide `hidden`.
    pub heads: usize,
    /// The heads of keys and values, which divide `heads`.
    pub key_heads: usize,
    /// The number of blocks.
    pub blocks: usize,
    /// The inner size of the networks.
    pub inner: usize,
    /// How the model knows the order of its tokens.
    pub positions: Positions,
    /// How a block normalizes its inputs.
    pub norm: NormKind,
    /// The network of each block.
    pub network: NetworkKind,
    /// Whether each query and key is normalized.
    pub query_key_norm: bool,
    /// The cap below which scores are bent.
    pub score_cap: Option<Real>,
    /// The keys before a query that it attends to; all if `None`.
    pub window: Option<usize>,
    /// The first keys, visible beyond the window; without a window, all keys are.
    pub first_keys: usize,
    /// Whether the output layer uses the embeddings.
    pub tied: bool,
}

impl DecoderOnlyConfig {
    /// Creates the configuration of today's model: two blocks with RMS norm, rotary positions, and
    /// gated networks, without biases.
    ///
    /// A gated network has three matrices instead of two, so its inner size is 8/3 · `hidden`
    /// instead of 4 · `hidden`, rounded up to a multiple of 8.
    pub fn new(hidden: usize, heads: usize) -> Self {
        Self {
            hidden,
            heads,
            key_heads: heads,
            blocks: 2,
            inner: (8 * hidden).div_ceil(3).next_multiple_of(8),
            positions: Positions::rotary(10_000.0),
            norm: NormKind::Rms,
            network: NetworkKind::Gated,
            query_key_norm: false,
            score_cap: None,
            window: None,
            first_keys: 0,
            tied: true,
        }
    }

    /// Checks that sizes are positive and fit each other.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if a size or the score cap is 0, if the heads do not divide `hidden` or the
    /// key heads the heads, or if the positions do not fit the heads.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self { hidden, heads, .. } = *self;
        let mut sizes = vec![
            ("hidden size", hidden),
            ("number of heads", heads),
            ("number of blocks", self.blocks),
        ];
        if self.network != NetworkKind::None {
            sizes.push(("feed-forward size", self.inner));
        }
        if let Positions::Learned { len } = self.positions {
            sizes.push(("number of positions", len));
        }
        if let Some((name, _)) = sizes.iter().find(|size| size.1 == 0) {
            return Err(ConfigError::Zero(name));
        }
        GroupedQueryConfig::new(hidden, heads, self.key_heads)
            .check()?;
        match self.score_cap {
            Some(cap) if !(cap > 0.0 && cap.is_finite()) => {
                return Err(ConfigError::ScoreCap(cap));
            }
            _ => {}
        }
        match self.positions {
            Positions::Rotary { .. } if hidden / heads % 2 == 1 => {
                Err(ConfigError::OddHeads { hidden, heads })
            }
            Positions::Buckets { count, distance }
                if count == 0
                    || count % 2 == 1
                    || distance <= count / 2 =>
            {
                Err(ConfigError::Buckets { count, distance })
            }
            _ => Ok(()),
        }
    }

    /// Returns the configuration of the attention in each block.
    ///
    /// # Panics
    ///
    /// If positions are rotary, and heads have an odd number of columns or [`Scaling::apply`]
    /// refuses the base or the factor.
    #[track_caller]
    pub fn attention(&self) -> GroupedQueryConfig {
        let attention = GroupedQueryConfig {
            query_key_norm: self.query_key_norm,
            score_cap: self.score_cap,
            window: self.window,
            first_keys: self.first_keys,
            ..GroupedQueryConfig::new(
                self.hidden,
                self.heads,
                self.key_heads,
            )
        };
        match self.positions {
            Positions::Rotary { base, scaling, pairing } => {
                let angles = scaling.apply(attention.dim(), base);
                GroupedQueryConfig {
                    rotary: Some(Rotary::new(angles, pairing)),
                    score_factor: scaling.score_factor(),
                    ..attention
                }
            }
            _ => attention,
        }
    }
}
