//! Additive attention as a layer.

use ndarray::Array2;
use rand::Rng;

use crate::mask::Mask;
use crate::nn::{Dropout, Linear, Module, Param, Visitor, init};
use crate::tape::{Attended, Var, fused_additive_scores};

/// Attention with the learned score wᵀ tanh(W_q q + W_k k).
///
/// Queries and keys may have different sizes, because each has its own matrix.
///
/// | parameter | shape | initialization |
/// |---|---|---|
/// | `query.weight` | `[query_dim, hidden]` | [Xavier uniform](init::xavier_uniform) |
/// | `key.weight` | `[key_dim, hidden]` | Xavier uniform |
/// | `score` | `[hidden]` | Xavier uniform, as a matrix with one column |
///
/// # Source
///
/// Bahdanau, Cho, and Bengio (2015), *Neural machine translation by jointly learning to align and
/// translate*, Appendix A.1.2.
// ANCHOR: additive_attention
#[derive(Clone, Debug)]
pub struct AdditiveAttention {
    /// From `query_dim` to `hidden`, without a bias.
    pub query: Linear,
    /// From `key_dim` to `hidden`, without a bias.
    pub key: Linear,
    /// `[hidden]`
    pub score: Param,
    /// The dropout of weights during training.
    pub dropout: Dropout,
}
// ANCHOR_END: additive_attention

impl AdditiveAttention {
    /// Creates a layer with random parameters.
    pub fn new(
        query_dim: usize,
        key_dim: usize,
        hidden: usize,
        dropout: Dropout,
        rng: &mut dyn Rng,
    ) -> Self {
        let score: Array2<_> = init::xavier_uniform(hidden, 1, rng);
        Self {
            query: Linear::without_bias(query_dim, hidden, rng),
            key: Linear::without_bias(key_dim, hidden, rng),
            score: Param::new(score.column(0).to_owned()),
            dropout,
        }
    }

    /// Returns the score of each query against each key: `[batch, queries, keys]`.
    // ANCHOR: additive_layer_scores
    #[track_caller]
    pub fn scores<'t>(
        &self,
        queries: Var<'t>, // [batch, queries, query_dim]
        keys: Var<'t>,    // [batch, keys, key_dim]
    ) -> Var<'t> {
        let score = queries.tape().param(&self.score);
        fused_additive_scores(
            self.query.forward(queries),
            self.key.forward(keys),
            score,
        )
    }
    // ANCHOR_END: additive_layer_scores

    /// Returns the mean of the values for each query, `[batch, queries, value_dim]`, and the
    /// weights before dropout, `[batch, queries, keys]`.
    // ANCHOR: additive_forward
    #[track_caller]
    pub fn forward<'t>(
        &self,
        queries: Var<'t>, // [batch, queries, query_dim]
        keys: Var<'t>,    // [batch, keys, key_dim]
        values: Var<'t>,  // [batch, keys, value_dim]
        mask: &Mask,
    ) -> Attended<'t> {
        // [batch, queries, keys]
        let scores = self.scores(queries, keys);
        let weights = scores.softmax(mask); // [batch, queries, keys]
        let output = self.dropout.forward(weights).matmul(values);
        Attended { output, weights }
    }
    // ANCHOR_END: additive_forward

    /// Computes [`AdditiveAttention::forward`] with keys that are already projected.
    ///
    /// A decoder that attends to the same keys at every step projects them once, with `key`.
    #[track_caller]
    pub fn forward_projected<'t>(
        &self,
        queries: Var<'t>, // [batch, queries, query_dim]
        projected_keys: Var<'t>, // [batch, keys, hidden]
        values: Var<'t>,  // [batch, keys, value_dim]
        mask: &Mask,
    ) -> Attended<'t> {
        let score = queries.tape().param(&self.score);
        let queries = self.query.forward(queries); // [batch, queries, hidden]
        let scores =
            fused_additive_scores(queries, projected_keys, score);
        let weights = scores.softmax(mask); // [batch, queries, keys]
        let output = self.dropout.forward(weights).matmul(values);
        Attended { output, weights }
    }
}

impl Module for AdditiveAttention {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("query", &self.query);
        visitor.module("key", &self.key);
        visitor.param("score", &self.score);
    }
}
