//! Self-attention whose heads share keys and values.

mod attend;
mod cache;

pub use attend::{Scoring, attend_in_groups};
pub use cache::GroupedCache;

use rand::Rng;

use crate::Real;
use crate::mask::Mask;
use crate::multi_head::split_heads;
use crate::nn::{
    ConfigError, Linear, Module, RmsNorm, Rotary, Visitor,
};
use crate::tape::{Attended, Var};

/// The sizes and options of a [`GroupedQueryAttention`].
#[derive(Clone, Debug, PartialEq)]
pub struct GroupedQueryConfig {
    /// The entries of a token's vector.
    pub hidden: usize,
    /// The heads of queries, which divide `hidden`.
    pub heads: usize,
    /// The heads of keys and values, which divide `heads`.
    pub key_heads: usize,
    /// Rotates queries and keys; off by default.
    pub rotary: Option<Rotary>,
    /// Whether queries and keys of each head are normalized; off by default.
    pub query_key_norm: bool,
    /// The factor of the scores; 1 by default.
    pub score_factor: Real,
    /// The cap below which scores are bent; off by default.
    pub score_cap: Option<Real>,
    /// The keys before a query that it attends to; all by default.
    pub window: Option<usize>,
    /// The first keys, visible beyond the window; 0 by default. Without a window, all keys are
    /// visible.
    pub first_keys: usize,
}

impl GroupedQueryConfig {
    /// Creates a configuration without options.
    pub fn new(hidden: usize, heads: usize, key_heads: usize) -> Self {
        Self {
            hidden,
            heads,
            key_heads,
            rotary: None,
            query_key_norm: false,
            score_factor: 1.0,
            score_cap: None,
            window: None,
            first_keys: 0,
        }
    }

    /// Checks that the heads fit.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Zero`] if there are no key heads, [`ConfigError::HeadsMustDivide`] if `heads`
    /// does not divide `hidden`, and [`ConfigError::KeyHeadsMustDivide`] if `key_heads` does not
    /// divide `heads`.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Self { hidden, heads, key_heads, .. } = *self;
        if key_heads == 0 {
            return Err(ConfigError::Zero("number of key heads"));
        }
        if heads == 0 || hidden == 0 || !hidden.is_multiple_of(heads) {
            return Err(ConfigError::HeadsMustDivide { hidden, heads });
        }
        if !heads.is_multiple_of(key_heads) {
            return Err(ConfigError::KeyHeadsMustDivide {
                heads,
                key_heads,
            });
        }
        Ok(())
    }

    /// Returns the columns of each head.
    ///
    /// # Panics
    ///
    /// If `heads` is 0.
    pub fn dim(&self) -> usize {
        self.hidden / self.heads
    }
}

/// Causal self-attention where several heads of queries share a head of keys and values.
///
/// With one key head for each query head, it is [`MultiHead`](crate::multi_head::MultiHead) with a
/// causal mask; with a single key head, it is multi-query attention.
///
/// | parameter | shape |
/// |---|---|
/// | `query.weight`, `output.weight` | `[hidden, hidden]` |
/// | `key.weight`, `value.weight` | `[hidden, key_heads * dim]` |
/// | `query_norm.weight`, `key_norm.weight` | `[dim]`, if configured |
///
/// # Source
///
/// Ainslie et al. (2023), *GQA: training generalized multi-query Transformer models from multi-head
/// checkpoints*, Section 2.2.
///
/// # Example
///
/// ```
/// use attention::newer_transformer::{GroupedQueryAttention, GroupedQueryConfig};
/// use attention::nn::Module;
/// use attention::tape::{Mode, Tape};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let config = GroupedQueryConfig::new(64, 8, 2);
/// let attention = GroupedQueryAttention::new(&config, &mut ChaCha8Rng::seed_from_u64(0))?;
/// assert_eq!(attention.param_count(), 2 * 64 * 64 + 2 * 64 * 16);
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let attended = attention.forward(tape.constant(Array3::zeros((3, 5, 64))), None);
/// assert_eq!(attended.output.shape(), [3, 5, 64]);
/// assert_eq!(attended.weights.shape(), [3, 8, 5, 5]);
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GroupedQueryAttention {
    /// From `hidden` to the queries of all heads.
    pub query: Linear,
    /// From `hidden` to the keys of all key heads.
    pub key: Linear,
    /// From `hidden` to the values of all key heads.
    pub value: Linear,
    /// From the outputs of all heads to `hidden`.
    pub output: Linear,
    /// Normalize each query and each key before the rotation.
    pub norms: Option<[RmsNorm; 2]>,
    /// The sizes and options.
    pub config: GroupedQueryConfig,
}

impl GroupedQueryAttention {
    /// Creates a layer with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the heads do not fit, see [`GroupedQueryConfig::check`].
    pub fn new(
        config: &GroupedQueryConfig,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        config.check()?;
        let GroupedQueryConfig { hidden, heads, key_heads, .. } =
            *config;
        let dim = config.dim();
        let mut linear =
            |heads| Linear::without_bias(hidden, heads * dim, rng);
        let norms = || [RmsNorm::new(dim), RmsNorm::new(dim)];
        Ok(Self {
            query: linear(heads),
            key: linear(key_heads),
            value: linear(key_heads),
            output: linear(heads),
            norms: config.query_key_norm.then(norms),
            config: config.clone(),
        })
    }

    /// Returns the keys that each query may attend to.
    pub fn mask(&self) -> Mask {
        let GroupedQueryConfig { window, first_keys, .. } = self.config;
        match window {
            None => Mask::causal(),
            Some(before) => Mask::causal().and(
                Mask::window(before, 0)
                    .or(Mask::first_keys(first_keys)),
            ),
        }
    }

    /// Returns a new vector for each token, and the weights of each head.
    ///
    /// `bias`, if any, is added to the scores.
    #[track_caller]
    pub fn forward<'t>(
        &self,
        x: Var<'t>,            // [batch, steps, hidden]
        bias: Option<Var<'t>>, // [heads, steps, steps]
    ) -> Attended<'t> {
        self.forward_cached(x, &mut GroupedCache::default(), bias)
    }

    // ANCHOR: project
    /// Queries, keys, and values,
    /// `[batch, heads or key_heads, steps, dim]`. The first token is at
    /// position `start`.
    fn project<'t>(&self, x: Var<'t>, start: usize) -> [Var<'t>; 3] {
        let (heads, key_heads) =
            (self.config.heads, self.config.key_heads);
        let mut queries = split_heads(self.query.forward(x), heads);
        let mut keys = split_heads(self.key.forward(x), key_heads);
        let values = split_heads(self.value.forward(x), key_heads);
        if let Some([query_norm, key_norm]) = &self.norms {
            queries = query_norm.forward(queries);
            keys = key_norm.forward(keys);
        }
        if let Some(rotary) = &self.config.rotary {
            queries = rotary.rotate(queries, start);
            keys = rotary.rotate(keys, start);
        }
        [queries, keys, values]
    }
    // ANCHOR_END: project
}

impl Module for GroupedQueryAttention {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("query", &self.query);
        visitor.module("key", &self.key);
        visitor.module("value", &self.value);
        visitor.module("output", &self.output);
        if let Some([query_norm, key_norm]) = &self.norms {
            visitor.module("query_norm", query_norm);
            visitor.module("key_norm", key_norm);
        }
    }
}
