//! One head that writes pairs and reads them.

use std::fmt;

use ndarray::{Array1, Array2, Array3};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::task::{KEYS, Pairs, VALUES};
use crate::attention_as_memory::{corrections, decays, elu_plus_one};
use crate::mask::Mask;
use crate::nn::{Embedding, Linear, Module, Param, Tokens, Visitor};
use crate::tape::{Tape, Var, attend, concat};

/// How a memory is written and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// All pairs are kept and read with a softmax.
    Softmax,
    /// A sum of outer products with positive features, and a division by the sum of the weights.
    Features,
    /// A sum of outer products with keys of length 1.
    Sum,
    /// The sum, multiplied by a learned factor before each write.
    Decay,
    /// The delta rule with a learned rate.
    Delta,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 5] = [
        Rule::Softmax,
        Rule::Features,
        Rule::Sum,
        Rule::Decay,
        Rule::Delta,
    ];
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Softmax => "softmax",
            Self::Features => "elu + 1",
            Self::Sum => "sum",
            Self::Decay => "decay",
            Self::Delta => "delta rule",
        })
    }
}

/// One head that writes pairs by a [`Rule`] and then answers.
#[derive(Clone, Debug)]
pub struct Recall {
    rule: Rule,
    queries: Embedding, // [KEYS, dim]
    keys: Embedding,    // [KEYS, dim]
    values: Embedding,  // [VALUES, dim]
    gate: Param,        // [1]
    output: Linear,     // [dim, VALUES]
}

impl Recall {
    /// Creates a head with random parameters.
    pub fn new(rule: Rule, dim: usize, rng: &mut dyn Rng) -> Self {
        Self {
            rule,
            queries: Embedding::new(KEYS, dim, rng),
            keys: Embedding::new(KEYS, dim, rng),
            values: Embedding::new(VALUES, dim, rng),
            // sigmoid(3) is 0.95
            gate: Param::new(Array1::from_elem(1, 3.0)),
            output: Linear::new(dim, VALUES, rng),
        }
    }

    /// Returns the logits of the answers: `[batch, asked, VALUES]`.
    pub fn forward<'t>(
        &self,
        tape: &'t Tape,
        pairs: &Pairs,
    ) -> Var<'t> {
        let embed = |table: &Embedding,
                     tokens: &Array2<usize>,
                     vocab| {
            let tokens = Tokens::new(tokens.clone(), vocab);
            table.forward(tape, &tokens.expect("the task draws below"))
        };
        let queries = embed(&self.queries, &pairs.asked, KEYS);
        let keys = embed(&self.keys, &pairs.keys, KEYS);
        let values = embed(&self.values, &pairs.values, VALUES);
        self.output.forward(self.recall(queries, keys, values))
    }

    /// Returns what the memory returns for each query.
    // ANCHOR: recall
    fn recall<'t>(
        &self,
        queries: Var<'t>, // [batch, asked, dim]
        keys: Var<'t>,    // [batch, writes, dim]
        values: Var<'t>,  // [batch, writes, dim]
    ) -> Var<'t> {
        let gate = keys.tape().param(&self.gate).sigmoid();
        let [unit_q, unit_k] = [queries, keys].map(unit);
        match self.rule {
            Rule::Softmax => {
                attend(queries, keys, values, &Mask::all(), 0.0).output
            }
            Rule::Features => {
                let [q, k] = [queries, keys].map(elu_plus_one);
                weighted_mean(q, k, values)
            }
            Rule::Sum => read(unit_q, unit_k, values),
            Rule::Decay => {
                read(unit_q, unit_k, values * left(gate, keys))
            }
            Rule::Delta => {
                let rates = gate * ones(keys).index(2, 0);
                let values = corrections(unit_k, values, rates);
                read(unit_q, unit_k, values)
            }
        }
    }
    // ANCHOR_END: recall
}

impl Module for Recall {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("queries", &self.queries);
        visitor.module("keys", &self.keys);
        visitor.module("values", &self.values);
        if matches!(self.rule, Rule::Decay | Rule::Delta) {
            visitor.param("gate", &self.gate);
        }
        visitor.module("output", &self.output);
    }
}

/// Writes all pairs into one state, and reads it with every query.
// ANCHOR: state
fn read<'t>(
    queries: Var<'t>, // [batch, asked, dim]
    keys: Var<'t>,    // [batch, writes, dim]
    values: Var<'t>,  // [batch, writes, value_dim]
) -> Var<'t> {
    let state = keys.transpose().matmul(values);
    queries.matmul(state) // [batch, asked, value_dim]
}
// ANCHOR_END: state

/// Divides by the sum of the weights, which the state of a value of 1 returns.
fn weighted_mean<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
) -> Var<'t> {
    let one = ones(keys).slice(2, ..1);
    let sums = read(queries, keys, concat(&[values, one], 2));
    let [.., columns] = sums.dims::<3>();
    let total = sums.slice(2, columns - 1..);
    sums.slice(2, ..columns - 1) / total
}

/// Returns the part of each write that is left after the last one, `[writes, 1]`.
fn left<'t>(factor: Var<'t>, keys: Var<'t>) -> Var<'t> {
    let [_, writes, _] = keys.dims();
    let factors =
        factor * factor.tape().constant(Array2::ones((1, writes)));
    // The last row of the only mask.
    decays(factors).index(0, 0).index(0, writes - 1).insert_axis(1)
}

fn ones<'t>(like: Var<'t>) -> Var<'t> {
    let shape: [usize; 3] = like.dims();
    like.tape().constant(Array3::ones(shape))
}

/// Divides each vector by its length.
fn unit(x: Var<'_>) -> Var<'_> {
    let lengths = (x.square().sum_axis(2) + 1e-6).sqrt();
    x / lengths.insert_axis(2)
}
