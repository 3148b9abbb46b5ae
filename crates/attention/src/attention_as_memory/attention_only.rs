//! Layers of attention with residual connections, and nothing else.

use ndarray::{Array1, Array4};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::Real;
use crate::mask::Mask;
use crate::multi_head::{
    MultiHead, MultiHeadConfig, merge_heads, split_heads,
};
use crate::newer_transformer::frequencies;
use crate::nn::{
    ConfigError, Embedding, Linear, Module, Pairing, Param, Rotary,
    Tokens, Visitor, init,
};
use crate::tape::{Attended, Tape, Var, attend, concat};
use crate::transformer::Predicted;

/// The sizes of an [`AttentionOnly`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttentionOnlyConfig {
    /// The number of different tokens.
    pub vocab: usize,
    /// The entries of a token's vector.
    pub hidden: usize,
    /// The heads of each layer.
    pub heads: usize,
    /// The number of layers.
    pub layers: usize,
    /// The standard deviation of the entries of new embeddings.
    pub spread: Real,
    /// Whether each head has a learned sink logit.
    pub sink: bool,
}

/// A decoder of attention layers with rotated queries and keys.
#[derive(Clone, Debug)]
pub struct AttentionOnly {
    /// From tokens to vectors: `[vocab, hidden]`
    pub embedding: Embedding,
    /// The layers, in order.
    pub layers: Vec<MultiHead>,
    /// The sink logits of each layer, `[heads]`, or nothing.
    pub sinks: Vec<Param>,
    /// The rotation of the queries and keys of all layers.
    pub rotary: Rotary,
    /// From vectors to logits: `[hidden, vocab]`
    pub output: Linear,
}

impl AttentionOnly {
    /// Creates a model with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the heads do not divide the hidden size, or leave an odd number of
    /// columns, which cannot be rotated.
    pub fn new(
        config: &AttentionOnlyConfig,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        let AttentionOnlyConfig {
            vocab, hidden, heads, spread, ..
        } = *config;
        let table = init::normal((vocab, hidden), spread, rng);
        let layer = MultiHeadConfig::new(hidden, heads);
        let layers = (0..config.layers)
            .map(|_| MultiHead::new(&layer, rng))
            .collect::<Result<_, _>>()?;
        let dim = hidden / heads.max(1);
        if dim % 2 == 1 {
            return Err(ConfigError::OddHeads { hidden, heads });
        }
        let sinks = if config.sink { config.layers } else { 0 };
        let angles = frequencies(dim, 10_000.0);
        Ok(Self {
            embedding: Embedding { weight: Param::new(table) },
            layers,
            sinks: (0..sinks)
                .map(|_| Param::new(Array1::zeros(heads)))
                .collect(),
            rotary: Rotary::new(angles, Pairing::HalfSplit),
            output: Linear::new(hidden, vocab, rng),
        })
    }

    /// Predicts the next token at each position.
    // ANCHOR: predict
    pub fn predict<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
    ) -> Predicted<'t> {
        // [batch, steps, hidden]
        let mut x = self.embedding.forward(tape, tokens);
        let mut weights = Vec::new();
        for (index, layer) in self.layers.iter().enumerate() {
            let Attended { output, weights: w } = self.read(index, x);
            x = x + layer.output.forward(merge_heads(output));
            weights.push(w);
        }
        let logits = self.output.forward(x);
        Predicted { logits, weights }
    }
    // ANCHOR_END: predict

    /// Returns the outputs of the heads of a layer, before they are merged.
    fn read<'t>(&self, index: usize, x: Var<'t>) -> Attended<'t> {
        let layer = &self.layers[index];
        let heads = layer.heads();
        let [queries, keys] =
            [&layer.query, &layer.key].map(|linear| {
                let split = split_heads(linear.forward(x), heads);
                self.rotary.rotate(split, 0)
            });
        let values = split_heads(layer.value.forward(x), heads);
        match self.sinks.get(index) {
            Some(sink) => {
                let sink = x.tape().param(sink);
                attend_with_sink(queries, keys, values, sink)
            }
            None => attend(queries, keys, values, &Mask::causal(), 0.0),
        }
    }
}

/// Computes attention in which each row can spend a part of its weight on nothing.
///
/// The sink logit of a head, `[heads]`, takes part in the softmax, and has no value. A row of
/// weights sums to 1 minus the weight of the sink.
fn attend_with_sink<'t>(
    queries: Var<'t>, // [batch, heads, steps, dim]
    keys: Var<'t>,    // [batch, heads, steps, dim]
    values: Var<'t>,  // [batch, heads, steps, value_dim]
    sink: Var<'t>,    // [heads]
) -> Attended<'t> {
    let [batch, heads, steps, dim] = queries.dims();
    let scaled = queries * (dim as Real).sqrt().recip();
    let scores = scaled.matmul(keys.transpose());
    let zeros = Array4::zeros((batch, heads, steps, 1));
    let column = sink.reshape(&[1, heads, 1, 1])
        + queries.tape().constant(zeros);
    // The sink is key 0, so query i is the query of position i + 1.
    let scores = concat(&[column, scores], 3);
    let weights = scores.softmax(&Mask::causal().starting_at(1));
    let weights = weights.slice(3, 1..); // [.., steps, steps]
    let output = weights.matmul(values);
    Attended { output, weights }
}

impl Module for AttentionOnly {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("embedding", &self.embedding);
        visitor.module("layers", &self.layers);
        for (index, sink) in self.sinks.iter().enumerate() {
            visitor.param(&format!("sinks.{index}"), sink);
        }
        visitor.module("output", &self.output);
    }
}
