//! Properties of every model that writes token by token, checked on models with random parameters.

mod causality;
mod decoding;
mod dropout;
mod evaluation;
mod experiment;
mod greedy;
mod learning;
mod memory;
mod padding;
mod rate_curve;
mod scripted;
mod steps;
mod training;
mod translator;
mod wrong;

use attention::Real;
use attention::bahdanau::Bahdanau;
use attention::data::{Batch, EOS, Example, PAD, Padded};
use attention::encoder_decoder::{FixedContext, RecurrentConfig};
use attention::newer_transformer::{DecoderOnly, DecoderOnlyConfig, Positions};
use attention::nn::{Dropout, Module, Tokens, init};
use attention::tape::Value;
use attention::transformer::{Arrangement, Config, LanguageModel, Transformer};
use engine::testing::rng;
use ndarray::{Array, Array2, Dimension, Ix2};
use rand::RngExt;

use scripted::Scripted;

pub(crate) const SOURCE_VOCAB: usize = 11;
pub(crate) const TARGET_VOCAB: usize = 7;
const VOCABS: [usize; 2] = [SOURCE_VOCAB, TARGET_VOCAB];

/// An error names the case in which a property fails.
type Outcome = Result<(), String>;

/// Checks a property of type `fn(&impl EncoderDecoder, seed: u64) -> Outcome` on models of each
/// kind.
macro_rules! holds_for_all_models {
    ($property:expr) => {
        for seed in 0..5 {
            let layers = 1 + seed as usize / 2;
            let outcome = $property(&fixed_context(layers, seed), seed);
            assert_eq!(outcome, Ok(()), "FixedContext, {layers} layers, seed {seed}");
            let outcome = $property(&bahdanau(layers, seed), seed);
            assert_eq!(outcome, Ok(()), "Bahdanau, {layers} layers, seed {seed}");
            let model = decoder_only(seed);
            assert_eq!($property(&model, seed), Ok(()), "{:?}", model.config);
        }
        for (seed, config) in configs() {
            let outcome = $property(&transformer(&config, seed), seed);
            assert_eq!(outcome, Ok(()), "Transformer, {config:?}");
            let outcome = $property(&language_model(&config, seed), seed);
            assert_eq!(outcome, Ok(()), "language model, {config:?}");
        }
    };
}
use holds_for_all_models;

/// Returns the sizes of the recurrent models. With two layers, they are large enough for products
/// in blocks.
fn config(layers: usize, dropout: Dropout) -> RecurrentConfig {
    let hidden = if layers == 2 { 33 } else { 6 };
    let config = RecurrentConfig::new(SOURCE_VOCAB, TARGET_VOCAB).sizes(5, hidden);
    config.layers(layers).dropout(dropout)
}

pub(crate) const ARRANGEMENTS: [Arrangement; 4] = [
    Arrangement::PostNorm,
    Arrangement::PreNorm,
    Arrangement::WithoutNorm,
    Arrangement::WithoutResidual,
];

/// Returns each arrangement with one, two and four heads; one to three blocks, tied and own output
/// layers, with and without positions.
pub(crate) fn configs() -> impl Iterator<Item = (u64, Config)> {
    let pairs = ARRANGEMENTS.into_iter().enumerate();
    let pairs = pairs.flat_map(|(row, arrangement)| {
        [1, 2, 4].map(|heads| Config {
            arrangement,
            blocks: match arrangement {
                // Without a way around attention, a few blocks forget which token is which.
                Arrangement::WithoutResidual => 1,
                _ => 1 + (row + heads) % 3,
            },
            tied: (row + heads / 2) % 2 == 1,
            positions: (row + heads) % 4 != 3,
            feed_forward: 12,
            ..Config::new(8, heads)
        })
    });
    (0..).zip(pairs)
}

/// Replaces all parameters by random numbers, also the biases; gains are near 1.
fn randomized<M: Module>(model: M, std: Real, seed: u64) -> M {
    let rng = &mut rng(seed + 1);
    for (name, param) in model.params() {
        let middle = if name.ends_with("norm.weight") { 1.0 } else { 0.0 };
        let new = init::normal(param.shape(), std, rng) + middle;
        param.update(|value| *value = new.into_shared());
    }
    model
}

fn fixed_context(layers: usize, seed: u64) -> FixedContext {
    let model = FixedContext::new(&config(layers, Dropout::off()), &mut rng(seed));
    randomized(model, 0.8, seed)
}

/// Teacher forcing and single steps add the sums of this model in different orders, and with large
/// parameters, rounding errors grow from step to step.
fn bahdanau(layers: usize, seed: u64) -> Bahdanau {
    let model = Bahdanau::new(&config(layers, Dropout::off()), &mut rng(seed));
    randomized(model, 0.3, seed)
}

pub(crate) fn transformer(config: &Config, seed: u64) -> Transformer {
    let model = Transformer::new(config, VOCABS, &mut rng(seed));
    randomized(model.expect("the heads divide the hidden size"), 0.4, seed)
}

pub(crate) fn language_model(config: &Config, seed: u64) -> LanguageModel {
    let model = LanguageModel::new(config, TARGET_VOCAB, &mut rng(seed));
    randomized(model.expect("the heads divide the hidden size"), 0.4, seed)
}

fn decoder_only(seed: u64) -> DecoderOnly {
    let default = DecoderOnlyConfig::new(8, 2);
    let positions = [
        default.positions,
        Positions::Alibi,
        Positions::Learned { len: 64 },
        Positions::Buckets { count: 4, distance: 8 },
        Positions::Sinusoidal,
    ];
    let config = DecoderOnlyConfig {
        key_heads: 1 + seed as usize % 2,
        positions: positions[seed as usize],
        window: (seed % 2 == 1).then_some(2),
        first_keys: 1,
        ..default
    };
    let model = DecoderOnly::new(&config, TARGET_VOCAB, &mut rng(seed));
    randomized(model.expect("all sizes divide"), 0.4, seed)
}

/// Returns pairs of sentences of 1 to 7 tokens, including the end.
pub(crate) fn examples(count: usize, seed: u64) -> Vec<Example> {
    let rng = &mut rng(seed + 100);
    let mut sentence = |vocab| {
        let words = rng.random_range(0..=6);
        let words = (0..words).map(|_| rng.random_range(EOS + 1..vocab));
        words.chain([EOS]).collect::<Vec<_>>()
    };
    let mut example = || Example { source: sentence(SOURCE_VOCAB), target: sentence(TARGET_VOCAB) };
    (0..count).map(|_| example()).collect()
}

/// Returns all these examples as one batch.
pub(crate) fn batch<'a>(examples: impl IntoIterator<Item = &'a Example>) -> Batch {
    let batch = Batch::new(examples, SOURCE_VOCAB, TARGET_VOCAB);
    batch.expect("the tokens are in the vocabularies")
}

/// Returns all these sources as one batch.
pub(crate) fn sources<'a>(examples: impl IntoIterator<Item = &'a Example>) -> Padded {
    batch(examples).source
}

/// Returns one token for each sentence, or one row.
pub(crate) fn tokens<D: Dimension>(ids: Array<usize, D>) -> Tokens {
    Tokens::new(ids, TARGET_VOCAB).expect("the tokens are in the vocabulary")
}

/// Draws tokens of the targets, `[batch, steps]`.
pub(crate) fn random_tokens(batch: usize, steps: usize, seed: u64) -> Tokens {
    let rng = &mut rng(seed + 200);
    let ids = || rng.random_range(0..TARGET_VOCAB);
    tokens(Array2::from_shape_simple_fn((batch, steps), ids))
}

/// Returns the indices of tokens as rows.
pub(crate) fn rows(tokens: &Tokens) -> Array2<usize> {
    tokens.ids().clone().into_dimensionality::<Ix2>().expect("[batch, steps]")
}

/// Returns the same batch with more padding on both sides. After the ends of the sources, there are
/// words, which no model may read.
pub(crate) fn padded_further(batch: &Batch, more: usize) -> Batch {
    let wider = |rows: &Array2<usize>, with| {
        let (batch, steps) = rows.dim();
        Array2::from_shape_fn((batch, steps + more), |place| {
            rows.get(place).copied().unwrap_or(with)
        })
    };
    let source = wider(&rows(&batch.source.tokens), 7);
    Batch {
        source: Padded {
            tokens: Tokens::new(source, SOURCE_VOCAB).expect("7 is in the vocabulary"),
            lens: batch.source.lens.clone(),
        },
        inputs: tokens(wider(&rows(&batch.inputs), PAD)),
        targets: wider(&batch.targets, PAD),
        target_lens: batch.target_lens.clone(),
    }
}

/// The largest difference of equal results, relative to the largest entry or to 1: rounding, which
/// differs between products of other sizes, or none, if the same sums are added in the same order.
const ROUNDING: Real = 1e-5;
const EXACT: Real = 0.0;

/// Compares to rounding.
pub(crate) fn same(what: &str, left: &Value, right: &Value) -> Outcome {
    within(ROUNDING, what, left, right)
}

fn within(tolerance: Real, what: &str, left: &Value, right: &Value) -> Outcome {
    let largest = right.iter().fold(1.0, |most: Real, x| most.max(x.abs()));
    let near = |(left, right): (&Real, &Real)| (left - right).abs() <= tolerance * largest;
    if left.shape() == right.shape() && left.iter().zip(right).all(near) {
        return Ok(());
    }
    Err(format!("{what}: {left} and {right}"))
}

fn close(what: &str, left: f64, right: f64) -> Outcome {
    if (left - right).abs() <= 1e-5 * right.abs().max(1.0) {
        return Ok(());
    }
    Err(format!("{what}: {left} and {right}"))
}
