//! Multi-head attention, a layer.

use ndarray::{Axis, Slice};
use rand::Rng;

use crate::mask::Mask;
use crate::nn::{ConfigError, Dropout, Linear, Module, Param, Visitor};
use crate::tape::{Attended, Var, attend};

/// The sizes of a [`MultiHead`].
///
/// # Example
///
/// ```
/// use attention::multi_head::MultiHeadConfig;
///
/// let config = MultiHeadConfig::new(100, 5).inputs(20, 30, 40);
/// assert_eq!((config.hidden, config.query_dim, config.value_dim), (100, 20, 40));
/// ```
// ANCHOR: config
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MultiHeadConfig {
    /// The columns of the projected queries, keys and values, of all heads together.
    pub hidden: usize,
    /// How many heads share these columns.
    pub heads: usize,
    /// The size of a query; `hidden` unless set.
    pub query_dim: usize,
    /// The size of a key; `hidden` unless set.
    pub key_dim: usize,
    /// The size of a value; `hidden` unless set.
    pub value_dim: usize,
    /// Drops weights while a model is trained; off unless set.
    pub dropout: Dropout,
    /// Whether the four projections add a bias; they do not unless set.
    pub bias: bool,
}
// ANCHOR_END: config

impl MultiHeadConfig {
    /// Queries, keys and values with `hidden` entries, without bias and dropout.
    ///
    /// # Example
    ///
    /// See [`MultiHeadConfig`].
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

    /// The same with other sizes of queries, keys and values.
    ///
    /// # Example
    ///
    /// See [`MultiHeadConfig`].
    #[must_use]
    pub fn inputs(self, query_dim: usize, key_dim: usize, value_dim: usize) -> Self {
        Self {
            query_dim,
            key_dim,
            value_dim,
            ..self
        }
    }

    /// The same with dropout of the weights.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::multi_head::MultiHeadConfig;
    /// use attention::nn::Dropout;
    ///
    /// let config = MultiHeadConfig::new(8, 2).dropout(Dropout::new(0.1)?);
    /// assert_eq!(config.dropout.rate(), 0.1);
    /// # Ok::<(), attention::nn::ConfigError>(())
    /// ```
    #[must_use]
    pub fn dropout(self, dropout: Dropout) -> Self {
        Self { dropout, ..self }
    }

    /// The same with a bias in each of the four projections.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::multi_head::MultiHeadConfig;
    ///
    /// assert!(MultiHeadConfig::new(8, 2).bias().bias);
    /// ```
    #[must_use]
    pub fn bias(self) -> Self {
        Self { bias: true, ..self }
    }
}

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
    /// [`ConfigError::HeadsMustDivide`] if there is no head, or if the columns cannot be shared evenly.
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
        if heads == 0 || !hidden.is_multiple_of(heads) {
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
        let queries = self.split(self.query.forward(queries)); // [batch, heads, queries, dim]
        let keys = self.split(self.key.forward(keys)); // [batch, heads, keys, dim]
        let values = self.split(self.value.forward(values)); // [batch, heads, keys, dim]
        let attended = attend(queries, keys, values, mask, self.dropout.rate());
        let output = self.output.forward(merge(attended.output)); // [batch, queries, hidden]
        Attended { output, ..attended }
    }
    // ANCHOR_END: forward

    // ANCHOR: split
    /// `[batch, rows, hidden]` to `[batch, heads, rows, dim]`
    fn split<'t>(&self, x: Var<'t>) -> Var<'t> {
        let [batch, rows, hidden] = x.dims();
        x.reshape(&[batch, rows, self.heads, hidden / self.heads])
            .permute(&[0, 2, 1, 3])
    }
    // ANCHOR_END: split

    /// The same layer with one head taken out: its rows of the output projection are 0, so nothing of
    /// what it finds reaches the output. The parameters are copies.
    ///
    /// # Panics
    ///
    /// If there is no such head.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::multi_head::{MultiHead, MultiHeadConfig};
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    ///
    /// let rng = &mut ChaCha8Rng::seed_from_u64(0);
    /// let attention = MultiHead::new(&MultiHeadConfig::new(6, 2), rng)?;
    /// let without = attention.without_head(1);
    /// let weight = without.output.weight.value();
    /// assert!(weight[[2, 0]] != 0.0 && weight[[3, 0]] == 0.0);
    /// # Ok::<(), attention::nn::ConfigError>(())
    /// ```
    // ANCHOR: without_head
    #[must_use]
    #[track_caller]
    pub fn without_head(&self, head: usize) -> Self {
        let heads = self.heads;
        assert!(head < heads, "without_head: no head {head} among {heads}");
        let mut weight = self.output.weight.value().to_owned();
        let dim = weight.len_of(Axis(0)) / heads;
        let rows = Slice::from(head * dim..(head + 1) * dim);
        weight.slice_axis_mut(Axis(0), rows).fill(0.0);
        let mut without = self.copy();
        without.output.weight = Param::new(weight);
        without
    }
    // ANCHOR_END: without_head

    /// A layer with parameters of its own: clones share theirs.
    fn copy(&self) -> Self {
        let own = |param: &Param| Param::new(param.value().to_owned());
        let linear = |linear: &Linear| Linear {
            weight: own(&linear.weight),
            bias: linear.bias.as_ref().map(own),
        };
        Self {
            query: linear(&self.query),
            key: linear(&self.key),
            value: linear(&self.value),
            output: linear(&self.output),
            dropout: self.dropout,
            heads: self.heads,
        }
    }
}

// ANCHOR: merge
/// `[batch, heads, rows, dim]` to `[batch, rows, hidden]`
fn merge(x: Var<'_>) -> Var<'_> {
    let [batch, heads, rows, dim] = x.dims();
    x.permute(&[0, 2, 1, 3])
        .reshape(&[batch, rows, heads * dim])
}
// ANCHOR_END: merge

impl Module for MultiHead {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("query", &self.query);
        visitor.module("key", &self.key);
        visitor.module("value", &self.value);
        visitor.module("output", &self.output);
    }
}
