//! Copies from a quantized cache.

use ndarray::{Array2, Axis, Slice, concatenate};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use super::BITS;
use crate::tasks::NO_TARGET;
use crate::trials::{accuracy_by_position, train};
use attention::Real;
use attention::nn::Tokens;
use attention::price_of_a_token::quantize;
use attention::tape::{Mode, Tape, Value};
use attention::train::{Loss, Stopped};
use attention::transformer::{Arrangement, Config, LanguageModel, LanguageModelCache};

const VOCAB: usize = 32;
/// The number of random tokens, which then come again.
const HALF: usize = 16;
const HIDDEN: usize = 32;
const HEADS: usize = 4;
/// The factor of the enlarged columns.
const FACTOR: Real = 16.0;

/// The accuracy of copies from a quantized cache.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BitsRun {
    /// The seed of the model.
    pub seed: u64,
    /// Whether one key column of each head was made 16 times as large, and its query column as much
    /// smaller.
    pub large_column: bool,
    /// Whether keys have one scale per column instead of one per token.
    pub per_column: bool,
    /// The bits of an entry, or `None` without rounding.
    pub bits: Option<u32>,
    /// The share of right answers.
    pub accuracy: f64,
}

/// Trains a language model to write 16 random tokens again.
///
/// # Errors
///
/// [`Stopped`] if a loss is not finite.
///
/// # Panics
///
/// If the training has no more than the 20 steps of its warm-up.
#[track_caller]
pub fn train_copy(steps: usize, seed: u64) -> Result<LanguageModel, Stopped> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let arrangement = Arrangement::PreNorm;
    let config = Config { arrangement, ..Config::new(HIDDEN, HEADS) };
    let model =
        LanguageModel::new(&config, VOCAB, rng).expect("sizes above 0, and heads that divide them");
    train(&model, 0.005, 20, steps, |tape| {
        let half = halves(32, rng);
        let inputs = concatenate![Axis(1), half, half];
        // The token after each, from the last of the first half on.
        let mut targets = inputs.mapv(|_| NO_TARGET);
        let written = Slice::from(HALF - 1..2 * HALF - 1);
        targets.slice_axis_mut(Axis(1), written).assign(&half);
        let inputs = Tokens::new(inputs, VOCAB)?;
        let logits = model.predict(tape, &inputs).logits;
        Ok(Loss { value: logits.cross_entropy(&targets, Some(NO_TARGET)), tokens: half.len() })
    })?;
    Ok(model)
}

/// Returns the accuracy of copies with all kinds of caches.
pub(super) fn measure(model: &LanguageModel, texts: usize, seed: u64) -> Vec<BitsRun> {
    let mut runs = Vec::new();
    for large_column in [false, true] {
        if large_column {
            enlarge_key_columns(model);
        }
        for per_column in [false, true] {
            for bits in BITS {
                let accuracy = copy(model, texts, bits, per_column);
                runs.push(BitsRun { seed, large_column, per_column, bits, accuracy });
            }
        }
    }
    runs
}

/// Multiplies the first key column of each head, and divides its query column, so that no score
/// changes.
pub(super) fn enlarge_key_columns(model: &LanguageModel) {
    for block in &model.blocks {
        let (query, key) = (&block.attention.query, &block.attention.key);
        for (layer, factor) in [(key, FACTOR), (query, 1.0 / FACTOR)] {
            let params = [Some(&layer.weight), layer.bias.as_ref()];
            for param in params.into_iter().flatten() {
                param.update(|value| {
                    let last = Axis(value.ndim() - 1);
                    for head in 0..HEADS {
                        let column = head * (HIDDEN / HEADS);
                        let mut column = value.index_axis_mut(last, column);
                        column *= factor;
                    }
                });
            }
        }
    }
}

/// Returns the accuracy of the second half, written with a rounded cache of the first.
fn copy(model: &LanguageModel, texts: usize, bits: Option<u32>, per_column: bool) -> f64 {
    let rng = &mut ChaCha8Rng::seed_from_u64(1000);
    let half = halves(texts, rng);
    let tape = Tape::new(Mode::Eval, 0);
    let mut cache = LanguageModelCache::default();
    let tokens = Tokens::new(half.clone(), VOCAB).expect("tokens below the size of the vocabulary");
    model.predict_cached(&tape, &tokens, &mut cache);
    if let Some(bits) = bits {
        // [batch, heads, keys, dim]
        let key_axis = if per_column { Axis(2) } else { Axis(3) };
        let round = |x: &Value, axis| quantize(&x.to_owned(), axis, bits).into_shared();
        cache = cache.map(|keys, values| [round(keys, key_axis), round(values, Axis(3))]);
    }
    let next = model.predict_cached(&tape, &tokens, &mut cache);
    let logits = next.logits.value(); // [batch, HALF, VOCAB]
    // The token after each; the last of them is not a target.
    let targets = half.slice_axis(Axis(1), Slice::from(1..));
    let right = accuracy_by_position(&logits, &targets, None);
    right.iter().sum::<f64>() / right.len() as f64
}

fn halves(batch: usize, rng: &mut dyn Rng) -> Array2<usize> {
    Array2::from_shape_simple_fn((batch, HALF), || rng.random_range(0..VOCAB))
}
