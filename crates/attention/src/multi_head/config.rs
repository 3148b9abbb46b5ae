//! The settings of multi-head attention.

use crate::nn::Dropout;

/// The sizes of a [`MultiHead`](super::MultiHead).
///
/// # Example
///
/// ```
/// use attention::multi_head::MultiHeadConfig;
///
/// let config = MultiHeadConfig::new(100, 5).inputs(20, 30, 40);
/// assert_eq!((config.hidden, config.query_dim, config.value_dim), (100, 20, 40));
/// ```
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
