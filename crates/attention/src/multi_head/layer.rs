//! Multi-head attention, a layer.

mod pruning;
mod stored;

use rand::Rng;

use super::MultiHeadConfig;
use crate::mask::Mask;
use crate::nn::{ConfigError, Dropout, Linear, Module, Visitor};
use crate::tape::{Attended, Var};

/// Several attentions side by side on projected queries, keys and values, and a projection of their
/// joined outputs.
///
/// Head h reads the columns h · dim to (h + 1) · dim of the three projections, where dim is `hidden`
/// divided by the number of heads.
///
/// | parameter | shape |
/// |---|---|
/// | `query.weight` | `[query_dim, hidden]` |
/// | `key.weight` | `[key_dim, hidden]` |
/// | `value.weight` | `[value_dim, hidden]` |
/// | `output.weight` | `[hidden, hidden]` |
/// | `query.bias`, `key.bias`, `value.bias`, `output.bias` | `[hidden]`, if the config says so |
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
/// let config = MultiHeadConfig::new(100, 5);
/// let attention = MultiHead::new(&config, &mut ChaCha8Rng::seed_from_u64(0))?;
/// assert_eq!(attention.param_count(), 4 * 100 * 100);
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let queries = tape.constant(Array3::ones((2, 4, 100)));
/// let keys = tape.constant(Array3::ones((2, 6, 100)));
/// let attended = attention.forward(queries, keys, keys, &Mask::valid_lens([3, 2]));
/// assert_eq!(attended.output.shape(), [2, 4, 100]);
/// assert_eq!(attended.weights.shape(), [2, 5, 4, 6]);
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
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
    /// Drops weights while a model is trained.
    pub dropout: Dropout,
    heads: usize,
}
// ANCHOR_END: multi_head

impl MultiHead {
    /// A layer with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError::HeadsMustDivide`] if there is no head or no column, or if the columns cannot be shared
    /// evenly.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::multi_head::{MultiHead, MultiHeadConfig};
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    ///
    /// let rng = &mut ChaCha8Rng::seed_from_u64(0);
    /// let error = MultiHead::new(&MultiHeadConfig::new(100, 3), rng).unwrap_err();
    /// assert_eq!(error.to_string(), "3 heads do not divide 100 hidden numbers");
    /// ```
    pub fn new(
        config: &MultiHeadConfig,
        rng: &mut impl Rng,
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

    /// How many attentions run side by side.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::multi_head::{MultiHead, MultiHeadConfig};
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    ///
    /// let rng = &mut ChaCha8Rng::seed_from_u64(0);
    /// assert_eq!(MultiHead::new(&MultiHeadConfig::new(6, 2), rng)?.heads(), 2);
    /// # Ok::<(), attention::nn::ConfigError>(())
    /// ```
    pub fn heads(&self) -> usize {
        self.heads
    }

    /// The output for each query, and the weights of every head before dropout. All heads of an
    /// example share its mask.
    ///
    /// # Shapes
    ///
    /// `queries`: `[batch, queries, query_dim]`, `keys`: `[batch, keys, key_dim]`, `values`:
    /// `[batch, keys, value_dim]`, to `[batch, queries, hidden]` and `[batch, heads, queries, keys]`.
    ///
    /// # Panics
    ///
    /// If the sizes or the mask do not fit.
    ///
    /// # Example
    ///
    /// See [`MultiHead`].
    // ANCHOR: forward
    #[track_caller]
    pub fn forward<'t>(
        &self,
        queries: Var<'t>, // [batch, queries, query_dim]
        keys: Var<'t>,    // [batch, keys, key_dim]
        values: Var<'t>,  // [batch, keys, value_dim]
        mask: &Mask,
    ) -> Attended<'t> {
        let pairs = self.project_keys_values(keys, values);
        self.attend_to(queries, &pairs, mask)
    }
    // ANCHOR_END: forward

    /// `[batch, positions, hidden]` to `[batch, heads, positions, dim]`
    pub(super) fn split<'t>(&self, x: Var<'t>) -> Var<'t> {
        let [batch, positions, hidden] = x.dims();
        x.reshape(&[batch, positions, self.heads, hidden / self.heads])
            .permute(&[0, 2, 1, 3])
    }
}

impl Module for MultiHead {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("query", &self.query);
        visitor.module("key", &self.key);
        visitor.module("value", &self.value);
        visitor.module("output", &self.output);
    }
}
