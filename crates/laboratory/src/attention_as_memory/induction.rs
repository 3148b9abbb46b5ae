//! An experiment: text that repeats.
//!
//! Tokens come again in the order of the first time. A model that finds the last occurrence of a
//! token can predict the next one.

use ndarray::{Array2, Axis, Ix2};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::tasks::{Examples, NO_TARGET, REPEATED_VOCAB, repeats};
use crate::trials;
use attention::Real;
use attention::attention_as_memory::{
    AttentionOnly, AttentionOnlyConfig, induction_score, previous_score,
};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, Value, Var};
use attention::train::{Loss, Stopped};

/// The length of the sequences.
pub const LEN: usize = 48;
/// The steps whose losses are averaged in an [`InductionRun`].
pub const STRIDE: usize = 10;
const BATCH: usize = 32;
const RATE: Real = 0.005;
const HIDDEN: usize = 64;
const TESTED: usize = 100;
/// The seed of the sequences that test all models.
const TEST_SEED: u64 = 1_000;

/// The results of one training on repeated text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InductionRun {
    /// The number of layers.
    pub layers: usize,
    /// The heads of each layer.
    pub heads: usize,
    /// The seed of the parameters and of the data.
    pub seed: u64,
    /// The mean loss of every [`STRIDE`] steps, in nats per token.
    pub losses: Vec<Real>,
    /// The first step with a loss below 1.
    pub cliff: Option<usize>,
    /// The fraction of right predictions.
    pub accuracy: Real,
    /// The heads, by layer.
    pub by_head: Vec<Vec<HeadResult>>,
    /// The accuracy without all heads of a layer.
    pub without_layer: Vec<Real>,
}

/// Where a head looks, and whether it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeadResult {
    /// The [`previous_score`].
    pub previous: Real,
    /// The [`induction_score`].
    pub induction: Real,
    /// The accuracy without this head.
    pub without: Real,
}

/// Returns the configuration of the models of the experiment.
pub fn config(layers: usize, heads: usize) -> AttentionOnlyConfig {
    AttentionOnlyConfig {
        vocab: REPEATED_VOCAB,
        hidden: HIDDEN,
        heads,
        layers,
        spread: 1.0,
        sink: false,
    }
}

/// Trains and tests a model.
///
/// # Errors
///
/// [`Stopped`] if a loss is not finite.
///
/// # Panics
///
/// If the heads do not divide 64.
#[track_caller]
pub fn run(
    layers: usize,
    heads: usize,
    steps: usize,
    seed: u64,
) -> Result<(InductionRun, AttentionOnly), Stopped> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let model = AttentionOnly::new(&config(layers, heads), rng);
    let model = model.expect("the heads divide the hidden size");
    let report = trials::train(&model, RATE, 0, steps, |tape| {
        let examples = repeats(BATCH, LEN, rng);
        let tokens = Tokens::new(examples.tokens, REPEATED_VOCAB)?;
        let logits = model.predict(tape, &tokens).logits;
        Ok(Loss {
            value: logits.cross_entropy(&examples.targets, Some(NO_TARGET)),
            tokens: BATCH * LEN,
        })
    })?;
    let losses = report.losses();
    let without = |heads: &[(usize, usize)]| accuracy(&without_heads(&model, heads));
    let by_head = scores(&model)
        .into_iter()
        .enumerate()
        .map(|(layer, scores)| {
            let each = scores.into_iter().enumerate();
            let result = |(head, [previous, induction]): (usize, [Real; 2])| HeadResult {
                previous,
                induction,
                without: without(&[(layer, head)]),
            };
            each.map(result).collect()
        })
        .collect();
    let all = |layer| (0..heads).map(|head| (layer, head)).collect::<Vec<_>>();
    let run = InductionRun {
        layers,
        heads,
        seed,
        cliff: losses.iter().position(|loss| *loss < 1.0),
        accuracy: accuracy(&model),
        by_head,
        without_layer: (0..layers).map(|layer| without(&all(layer))).collect(),
        losses: losses
            .chunks(STRIDE)
            .map(|part| part.iter().sum::<Real>() / part.len() as Real)
            .collect(),
    };
    Ok((run, model))
}

/// Returns a copy without the contribution of some heads, each given by its layer and its index.
pub(super) fn without_heads(model: &AttentionOnly, heads: &[(usize, usize)]) -> AttentionOnly {
    let mut without = model.clone();
    for &(layer, head) in heads {
        without.layers[layer] = without.layers[layer].without_head(head);
    }
    without
}

/// Returns the fraction of right predictions on text that no model was trained on, after its first
/// round.
pub fn accuracy(model: &AttentionOnly) -> Real {
    let examples = tested();
    let (logits, _) = forward(model, &examples.tokens);
    let targets = &examples.targets;
    trials::accuracy(&logits, targets, Some(NO_TARGET)) as Real
}

/// Returns the mean [`previous_score`] and [`induction_score`] of each head, by layer.
pub fn scores(model: &AttentionOnly) -> Vec<Vec<[Real; 2]>> {
    let tokens = tested().tokens;
    let (_, layers) = forward(model, &tokens);
    let of_head = |weights: &Value, head: usize| {
        let each = tokens.outer_iter().enumerate().map(|(row, tokens)| {
            let map = weights.index_axis(Axis(0), row);
            let map = map.index_axis(Axis(0), head);
            let map = map.into_dimensionality::<Ix2>();
            let map = map.expect("weights have four axes");
            [previous_score(&map), induction_score(&map, &tokens)]
        });
        let sum = each.fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        sum.map(|sum| sum / tokens.nrows() as Real)
    };
    let of_layer = |weights: &Value| {
        let heads = weights.shape()[1];
        (0..heads).map(|head| of_head(weights, head)).collect()
    };
    layers.iter().map(of_layer).collect()
}

/// Returns the logits and the weights of each layer.
fn forward(model: &AttentionOnly, tokens: &Array2<usize>) -> (Value, Vec<Value>) {
    let tape = Tape::new(Mode::Eval, 0);
    let tokens = Tokens::new(tokens.clone(), REPEATED_VOCAB);
    let tokens = tokens.expect("the task draws tokens below 32");
    let predicted = model.predict(&tape, &tokens);
    let weights = predicted.weights.into_iter().map(Var::value);
    (predicted.logits.value(), weights.collect())
}

fn tested() -> Examples {
    let rng = &mut ChaCha8Rng::seed_from_u64(TEST_SEED);
    repeats(TESTED, LEN, rng)
}
