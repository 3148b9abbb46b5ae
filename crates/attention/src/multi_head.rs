//! [Chapter 5](#ch:multi-head): parallel attention heads, each on its own columns of the
//! projected inputs.
//!
//! | file | holds |
//! |---|---|
//! | `multi_head.rs` | the layer [`MultiHead`]: [`split_heads`], attend, [`merge_heads`] |
//! | `multi_head/cache.rs` | the same for tokens that arrive one at a time: [`KeyValueCache`] |
//! | `multi_head/pruning.rs` | [`MultiHead::without_head`] and [`MultiHead::keep_heads`] |
//! | `multi_head/wrong.rs` | the same layer with mistakes that training does not reveal |
//! | `multi_head/slope.rs` | the example of the chapter: a task for two heads |

mod cache;
mod pruning;
pub mod slope;
pub mod wrong;

#[doc(alias = "KVCache")]
pub use cache::KeyValueCache;

use rand::Rng;

use crate::mask::Mask;
use crate::nn::{ConfigError, Dropout, Linear, Module, Visitor};
use crate::tape::{Attended, Var, attend_heads};

/// The sizes of a [`MultiHead`].
// ANCHOR: config
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MultiHeadConfig {
    /// The columns of the projected queries, keys, and values, of all
    /// heads together.
    pub hidden: usize,
    /// The number of heads, which divides `hidden`.
    pub heads: usize,
    /// The size of a query; `hidden` by default.
    pub query_dim: usize,
    /// The size of a key; `hidden` by default.
    pub key_dim: usize,
    /// The size of a value; `hidden` by default.
    pub value_dim: usize,
    /// The dropout of weights during training; off by default.
    pub dropout: Dropout,
    /// Whether the four projections add a bias; off by default.
    pub bias: bool,
}
// ANCHOR_END: config

impl MultiHeadConfig {
    /// Creates a configuration for inputs of size `hidden`, without bias and dropout.
    // ANCHOR: config_new
    pub fn new(hidden: usize, heads: usize) -> Self {
        Self {
            hidden,
            heads,
            query_dim: hidden,
            key_dim: hidden,
            value_dim: hidden,
            dropout: Dropout::off(),
            bias: false,
        }
    }
    // ANCHOR_END: config_new

    /// Sets the sizes of queries, keys, and values.
    #[must_use]
    pub fn inputs(
        self,
        query_dim: usize,
        key_dim: usize,
        value_dim: usize,
    ) -> Self {
        Self { query_dim, key_dim, value_dim, ..self }
    }

    /// Sets the dropout of the weights.
    // ANCHOR: config_dropout
    #[must_use]
    pub fn dropout(self, dropout: Dropout) -> Self {
        Self { dropout, ..self }
    }
    // ANCHOR_END: config_dropout

    /// Adds a bias to each of the four projections.
    #[must_use]
    pub fn bias(self) -> Self {
        Self { bias: true, ..self }
    }
}

/// Parallel attention heads on projected queries, keys, and values, and a projection of their
/// concatenated outputs.
///
/// Head h reads the `dim` columns of the three projections that start at column h · dim, where dim
/// is `hidden` divided by the number of heads.
///
/// | parameter | shape |
/// |---|---|
/// | `query.weight` | `[query_dim, hidden]` |
/// | `key.weight` | `[key_dim, hidden]` |
/// | `value.weight` | `[value_dim, hidden]` |
/// | `output.weight` | `[hidden, hidden]` |
/// | `query.bias`, `key.bias`, `value.bias`, `output.bias` | `[hidden]`, if configured |
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Section 3.2.2.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::multi_head::{MultiHead, MultiHeadConfig};
/// use attention::nn::Module;
/// use attention::tape::{Mode, Tape};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let config = MultiHeadConfig::new(80, 5);
/// let attention = MultiHead::new(&config, &mut ChaCha8Rng::seed_from_u64(0))?;
/// assert_eq!(attention.param_count(), 4 * 80 * 80);
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let queries = tape.constant(Array3::zeros((3, 2, 80)));
/// let keys = tape.constant(Array3::zeros((3, 7, 80)));
/// let attended = attention.forward(queries, keys, keys, &Mask::valid_lens([6, 4, 1]));
/// assert_eq!(attended.output.shape(), [3, 2, 80]);
/// assert_eq!(attended.weights.shape(), [3, 5, 2, 7]);
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
#[doc(alias = "MultiheadAttention")]
// ANCHOR: multi_head
#[derive(Clone, Debug)]
pub struct MultiHead {
    /// From `query_dim` to `hidden`.
    pub query: Linear,
    /// From `key_dim` to `hidden`.
    pub key: Linear,
    /// From `value_dim` to `hidden`.
    pub value: Linear,
    /// From `hidden` to `hidden`.
    pub output: Linear,
    /// The dropout of weights during training.
    pub dropout: Dropout,
    heads: usize,
}
// ANCHOR_END: multi_head

impl MultiHead {
    /// Creates a layer with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError::HeadsMustDivide`] if `heads` or `hidden` is 0, or if `heads` does not divide
    /// `hidden`.
    // ANCHOR: multi_head_new
    pub fn new(
        config: &MultiHeadConfig,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        let MultiHeadConfig { hidden, heads, .. } = *config;
        if heads == 0 || hidden == 0 || !hidden.is_multiple_of(heads) {
            return Err(ConfigError::HeadsMustDivide { hidden, heads });
        }
        let mut linear = |inputs| match config.bias {
            true => Linear::new(inputs, hidden, rng),
            false => Linear::without_bias(inputs, hidden, rng),
        };
        Ok(Self {
            query: linear(config.query_dim),
            key: linear(config.key_dim),
            value: linear(config.value_dim),
            output: linear(hidden),
            dropout: config.dropout,
            heads,
        })
    }
    // ANCHOR_END: multi_head_new

    /// Returns the number of heads.
    pub fn heads(&self) -> usize {
        self.heads
    }

    /// Returns the output for each query, `[batch, queries, hidden]`, and the weights of every head
    /// before dropout, `[batch, heads, queries, keys]`.
    ///
    /// All heads of an example share its mask.
    // ANCHOR: forward
    #[track_caller]
    pub fn forward<'t>(
        &self,
        queries: Var<'t>, // [batch, queries, query_dim]
        keys: Var<'t>,    // [batch, keys, key_dim]
        values: Var<'t>,  // [batch, keys, value_dim]
        mask: &Mask,
    ) -> Attended<'t> {
        let projected = self.project_keys_values(keys, values);
        self.attend_to(queries, projected, mask)
    }
    // ANCHOR_END: forward

    /// Returns the keys and values of all heads, for [`attend_to`](MultiHead::attend_to): both
    /// `[batch, heads, keys, dim]`.
    // ANCHOR: project_keys_values
    #[track_caller]
    pub fn project_keys_values<'t>(
        &self,
        keys: Var<'t>,   // [batch, keys, key_dim]
        values: Var<'t>, // [batch, keys, value_dim]
    ) -> [Var<'t>; 2] {
        let keys = split_heads(self.key.forward(keys), self.heads);
        let values =
            split_heads(self.value.forward(values), self.heads);
        [keys, values] // both [batch, heads, keys, dim]
    }
    // ANCHOR_END: project_keys_values

    /// Returns the result of [`forward`](MultiHead::forward) for keys and values that are already
    /// projected.
    // ANCHOR: attend_to
    #[track_caller]
    pub fn attend_to<'t>(
        &self,
        queries: Var<'t>, // [batch, queries, query_dim]
        [keys, values]: [Var<'t>; 2], // [batch, heads, keys, dim]
        mask: &Mask,
    ) -> Attended<'t> {
        let queries =
            split_heads(self.query.forward(queries), self.heads);
        let rate = self.dropout.rate();
        let attended = attend_heads(queries, keys, values, mask, rate);
        // [batch, queries, hidden]
        let merged = merge_heads(attended.output);
        let output = self.output.forward(merged);
        Attended { output, ..attended }
    }
    // ANCHOR_END: attend_to
}

/// Splits the columns of each position into heads of equal size.
///
/// Head h holds the `dim` columns that start at column h · dim.
///
/// # Shapes
///
/// `[batch, positions, heads * dim]` to `[batch, heads, positions, dim]`, where positions are
/// queries or keys.
///
/// # Panics
///
/// If `heads` is 0 or does not divide the columns:
/// `split_heads: [2, 3, 10]: 10 columns are not divisible by 4 heads`.
///
/// # Example
///
/// ```
/// use attention::multi_head::split_heads;
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
///
/// // One example with two positions, and two heads with two columns each.
/// let tape = Tape::new(Mode::Eval, 0);
/// let x = tape.constant(array![[[1.0, 2.0, 10.0, 20.0], [3.0, 4.0, 30.0, 40.0]]]);
/// let heads = array![[[[1.0, 2.0], [3.0, 4.0]], [[10.0, 20.0], [30.0, 40.0]]]];
/// assert_eq!(split_heads(x, 2).value(), heads.into_dyn());
/// ```
// ANCHOR: split_heads
#[track_caller]
pub fn split_heads(x: Var<'_>, heads: usize) -> Var<'_> {
    let [batch, positions, hidden] = x.dims();
    assert!(
        heads > 0 && hidden.is_multiple_of(heads),
        "split_heads: {:?}: \
         {hidden} columns are not divisible by {heads} heads",
        x.shape()
    );
    x.reshape(&[batch, positions, heads, hidden / heads])
        .permute(&[0, 2, 1, 3]) // [batch, heads, positions, dim]
}
// ANCHOR_END: split_heads

/// Concatenates the heads, the inverse of [`split_heads`].
///
/// # Shapes
///
/// `[batch, heads, positions, dim]` to `[batch, positions, heads * dim]`.
// ANCHOR: merge_heads
#[track_caller]
pub fn merge_heads(x: Var<'_>) -> Var<'_> {
    let [batch, heads, positions, dim] = x.dims();
    x.permute(&[0, 2, 1, 3]) // [batch, positions, heads, dim]
        .reshape(&[batch, positions, heads * dim])
}
// ANCHOR_END: merge_heads

impl Module for MultiHead {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("query", &self.query);
        visitor.module("key", &self.key);
        visitor.module("value", &self.value);
        visitor.module("output", &self.output);
    }
}
