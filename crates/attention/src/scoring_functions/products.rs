//! Layers of attention whose score is a product of query and key.

use rand::Rng;

use crate::mask::Mask;
use crate::nn::{Dropout, Linear, Module, Visitor};
use crate::tape::{Attended, Var, attend};

/// Attention with the score qᵀk / √d, which has no parameters.
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Equation 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DotProductAttention {
    /// The dropout of weights during training.
    pub dropout: Dropout,
}

impl DotProductAttention {
    /// Creates a layer with this dropout.
    pub fn new(dropout: Dropout) -> Self {
        Self { dropout }
    }

    /// Returns the mean of the values for each query, and the weights before dropout; see
    /// [`attend`].
    #[track_caller]
    pub fn forward<'t>(
        &self,
        queries: Var<'t>, // [batch, queries, dim]
        keys: Var<'t>,    // [batch, keys, dim]
        values: Var<'t>,  // [batch, keys, value_dim]
        mask: &Mask,
    ) -> Attended<'t> {
        attend(queries, keys, values, mask, self.dropout.rate())
    }
}

impl Module for DotProductAttention {
    fn visit(&self, _: &mut Visitor<'_>) {}
}

/// Attention with the score qᵀMk / √d, where d is the size of a key and M is learned.
///
/// Queries and keys may have different sizes.
///
/// | parameter | shape | initialization |
/// |---|---|---|
/// | `matrix.weight` | `[query_dim, key_dim]` | [Xavier uniform](crate::nn::init::xavier_uniform) |
///
/// # Source
///
/// Luong, Pham, and Manning (2015), *Effective approaches to attention-based neural machine
/// translation*, Equation 8, where the score is called *general* and not divided by √d.
#[derive(Clone, Debug)]
pub struct BilinearAttention {
    /// From `query_dim` to `key_dim`, without a bias.
    pub matrix: Linear,
    /// The dropout of weights during training.
    pub dropout: Dropout,
}

impl BilinearAttention {
    /// Creates a layer with a random matrix.
    pub fn new(
        query_dim: usize,
        key_dim: usize,
        dropout: Dropout,
        rng: &mut dyn Rng,
    ) -> Self {
        Self {
            matrix: Linear::without_bias(query_dim, key_dim, rng),
            dropout,
        }
    }

    /// Returns the mean of the values for each query, and the weights before dropout.
    #[track_caller]
    pub fn forward<'t>(
        &self,
        queries: Var<'t>, // [batch, queries, query_dim]
        keys: Var<'t>,    // [batch, keys, key_dim]
        values: Var<'t>,  // [batch, keys, value_dim]
        mask: &Mask,
    ) -> Attended<'t> {
        // The product of a query and the matrix has the size of a key.
        let queries = self.matrix.forward(queries); // [batch, queries, key_dim]
        attend(queries, keys, values, mask, self.dropout.rate())
    }
}

impl Module for BilinearAttention {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("matrix", &self.matrix);
    }
}
