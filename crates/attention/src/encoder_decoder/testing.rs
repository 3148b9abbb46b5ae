//! Helpers of the tests of all encoder-decoders.

mod outcome;
pub(crate) mod properties;
mod scripted;

use ndarray::{Array2, Ix2};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{FixedContext, RecurrentConfig};
use crate::Real;
use crate::bahdanau::Bahdanau;
use crate::data::{Batch, EOS, Example, PAD, Padded};
use crate::nn::{Module, Tokens, init};

pub(crate) use scripted::Scripted;

pub(crate) const SOURCE_VOCAB: usize = 11;
pub(crate) const TARGET_VOCAB: usize = 7;

pub(crate) fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Returns the sizes of all random models. With two layers, they are large enough for products in
/// blocks.
pub(crate) fn config(layers: usize) -> RecurrentConfig {
    let hidden = if layers == 2 { 33 } else { 6 };
    RecurrentConfig::new(SOURCE_VOCAB, TARGET_VOCAB)
        .sizes(5, hidden)
        .layers(layers)
}

/// Creates a model with random parameters, including the biases.
pub(crate) fn fixed_context(layers: usize, seed: u64) -> FixedContext {
    let rng = &mut rng(seed);
    randomized(FixedContext::new(&config(layers), rng), 0.8, rng)
}

/// Creates a model as [`fixed_context`] does, but with smaller parameters.
///
/// Teacher forcing and single steps add its sums in different orders, and with large parameters,
/// rounding errors grow from step to step.
pub(crate) fn bahdanau(layers: usize, seed: u64) -> Bahdanau {
    let rng = &mut rng(seed);
    randomized(Bahdanau::new(&config(layers), rng), 0.3, rng)
}

fn randomized<M: Module>(
    model: M,
    std: Real,
    rng: &mut ChaCha8Rng,
) -> M {
    for (_, param) in model.params() {
        let new = init::normal(param.shape(), std, rng);
        param.update(|value| *value = new.into_shared());
    }
    model
}

/// Returns pairs of sentences of 1 to 7 tokens, including the end.
pub(crate) fn examples(count: usize, seed: u64) -> Vec<Example> {
    let rng = &mut rng(seed + 100);
    let mut sentence = |vocab| {
        let words = rng.random_range(0..=6);
        let words =
            (0..words).map(|_| rng.random_range(EOS + 1..vocab));
        words.chain([EOS]).collect::<Vec<_>>()
    };
    let mut example = || Example {
        source: sentence(SOURCE_VOCAB),
        target: sentence(TARGET_VOCAB),
    };
    (0..count).map(|_| example()).collect()
}

/// Returns all these examples as one batch.
pub(crate) fn batch<'a>(
    examples: impl IntoIterator<Item = &'a Example>,
) -> Batch {
    let batch = Batch::new(examples, SOURCE_VOCAB, TARGET_VOCAB);
    batch.expect("the tokens are in the vocabularies")
}

/// Returns all these sources as one batch.
pub(crate) fn sources<'a>(
    examples: impl IntoIterator<Item = &'a Example>,
) -> Padded {
    batch(examples).source
}

/// Returns one token for each sentence, or one row.
pub(crate) fn tokens<D: ndarray::Dimension>(
    ids: ndarray::Array<usize, D>,
) -> Tokens {
    Tokens::new(ids, TARGET_VOCAB)
        .expect("the tokens are in the vocabulary")
}

/// Returns the indices of tokens as rows.
pub(crate) fn rows(tokens: &Tokens) -> Array2<usize> {
    let rows = tokens.ids().clone().into_dimensionality::<Ix2>();
    rows.expect("[batch, steps]")
}

/// Returns the smallest loss of a model that ignores its source and the previous tokens.
pub(crate) fn unigram_entropy(
    examples: &[Example],
    vocab: usize,
) -> f64 {
    let mut counts = vec![0.0_f64; vocab];
    for &token in examples.iter().flat_map(|example| &example.target) {
        counts[token] += 1.0;
    }
    let all: f64 = counts.iter().sum();
    let counts = counts.into_iter().filter(|&count| count > 0.0);
    counts.map(|count| count / all * (all / count).ln()).sum()
}

/// Returns the same rows with more padding after them.
fn wider(rows: &Array2<usize>, more: usize) -> Array2<usize> {
    let (batch, steps) = rows.dim();
    Array2::from_shape_fn((batch, steps + more), |place| {
        rows.get(place).copied().unwrap_or(PAD)
    })
}

/// Returns the same batch with more padding on both sides.
pub(crate) fn padded_further(batch: &Batch, more: usize) -> Batch {
    let source = wider(&rows(&batch.source.tokens), more);
    let source = Tokens::new(source, SOURCE_VOCAB);
    Batch {
        source: Padded {
            tokens: source.expect("padding is in every vocabulary"),
            lens: batch.source.lens.clone(),
        },
        inputs: tokens(wider(&rows(&batch.inputs), more)),
        targets: wider(&batch.targets, more),
        target_lens: batch.target_lens.clone(),
    }
}
