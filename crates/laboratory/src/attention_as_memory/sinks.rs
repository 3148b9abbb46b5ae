//! An experiment: text with nothing to look for.
//!
//! Each token depends on the token before it. After a trigger, the token before the trigger comes
//! again, so only triggers need to look anywhere but at themselves.

use ndarray::{Array2, Array4, Axis};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::tasks::NO_TARGET;
use crate::trials::{accuracy, train};
use attention::Real;
use attention::array::softmax;
use attention::attention_as_memory::{AttentionOnly, AttentionOnlyConfig};
use attention::multi_head::split_heads;
use attention::nn::Tokens;
use attention::nn::init::normal;
use attention::tape::{Mode, Tape, Var};
use attention::train::{Loss, Stopped};
use attention::transformer::Predicted;

/// The number of tokens of a sequence, `<bos>` included.
pub const LEN: usize = 32;
/// The number of different tokens, `<bos>` included.
pub const VOCAB: usize = 17;
/// The token `<bos>`.
pub const BOS: usize = 0;
/// Tokens from 1 to this one are triggers.
pub const TRIGGERS: usize = 3;
const BATCH: usize = 32;
const RATE: Real = 0.01;
const TESTED: usize = 200;
const CHAIN_SEED: u64 = 2_000;
/// The seed of the text that measures all models.
const TEST_SEED: u64 = 1_000;

/// The results of one training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SinkRun {
    /// Whether the head has a sink logit.
    pub sink: bool,
    /// The number of training steps.
    pub steps: usize,
    /// The seed of the parameters and of the data.
    pub seed: u64,
    /// The fraction of right predictions after a trigger.
    pub copied: Real,
    /// The weights of triggers but those after `<bos>`, which have nothing to repeat.
    pub triggers: Weights,
    /// The weights of all other tokens but `<bos>`.
    pub others: Weights,
    /// The length of the value of `<bos>` times the output projection.
    pub bos_length: Real,
    /// The mean of these lengths of all other tokens.
    pub other_length: Real,
}

/// The mean weights of some queries.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The weight of `<bos>`.
    pub bos: Real,
    /// The weight of the token before.
    pub previous: Real,
    /// The weight of the token itself.
    pub own: Real,
    /// The sum of all weights.
    pub sum: Real,
}

/// Returns random text, each row from `<bos>`: `[batch, len + 1]`.
///
/// # Panics
///
/// If `len` is 0.
pub fn text(batch: usize, len: usize, rng: &mut dyn Rng) -> Array2<usize> {
    let chain = chain();
    let mut text = Array2::from_elem((batch, len + 1), BOS);
    for mut row in text.rows_mut() {
        row[1] = rng.random_range(1..VOCAB);
        for at in 2..=len {
            let (before, last) = (row[at - 2], row[at - 1]);
            row[at] = match (1..=TRIGGERS).contains(&last) {
                true if before != BOS => before,
                _ => draw(chain.row(last).iter(), rng),
            };
        }
    }
    text
}

/// Returns the probabilities of the token after each, the same in all runs.
fn chain() -> Array2<Real> {
    let rng = &mut ChaCha8Rng::seed_from_u64(CHAIN_SEED);
    let mut logits: Array2<Real> = normal((VOCAB, VOCAB), 1.0, rng);
    logits.column_mut(BOS).fill(Real::NEG_INFINITY);
    softmax(&logits)
}

fn draw<'a>(probabilities: impl Iterator<Item = &'a Real>, rng: &mut dyn Rng) -> usize {
    let mut left: Real = rng.random();
    let mut last = 0;
    for (token, p) in probabilities.enumerate() {
        last = token;
        left -= p;
        if left < 0.0 {
            break;
        }
    }
    last
}

/// Trains and measures a model of one layer with one head.
///
/// # Errors
///
/// [`Stopped`] if a loss is not finite.
pub fn run(sink: bool, steps: usize, seed: u64) -> Result<SinkRun, Stopped> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let config =
        AttentionOnlyConfig { vocab: VOCAB, hidden: 32, heads: 1, layers: 1, spread: 0.1, sink };
    let model = AttentionOnly::new(&config, rng);
    let model = model.expect("one head divides everything");
    train(&model, RATE, 0, steps, |tape| {
        let text = text(BATCH, LEN, rng);
        let (read, next) = split(&text);
        let tokens = Tokens::new(read, VOCAB)?;
        let logits = model.predict(tape, &tokens).logits;
        Ok(Loss { value: logits.cross_entropy(&next, None), tokens: BATCH * LEN })
    })?;
    Ok(measure(&model, sink, steps, seed))
}

/// Returns the tokens that are read, and those that are predicted.
fn split(text: &Array2<usize>) -> (Array2<usize>, Array2<usize>) {
    let [read, next] =
        [0..LEN, 1..LEN + 1].map(|places| text.select(Axis(1), &Vec::from_iter(places)));
    (read, next)
}

fn measure(model: &AttentionOnly, sink: bool, steps: usize, seed: u64) -> SinkRun {
    let rng = &mut ChaCha8Rng::seed_from_u64(TEST_SEED);
    let (read, next) = split(&text(TESTED, LEN, rng));
    let tape = Tape::new(Mode::Eval, 0);
    let tokens = Tokens::new(read.clone(), VOCAB);
    let tokens = tokens.expect("the task draws tokens below 17");
    let Predicted { logits, weights } = model.predict(&tape, &tokens);
    let (logits, weights) = (logits.value(), weights[0].value());
    let lengths = value_lengths(model, &tape, &tokens).value();
    let (mut triggers, mut others) = (Vec::new(), Vec::new());
    let mut copies = next.mapv(|_| NO_TARGET);
    let [mut bos, mut other] = [0.0; 2];
    for ((row, at), &token) in read.indexed_iter() {
        let length = lengths[[row, 0, at]];
        if at == 0 {
            bos += length;
            continue;
        }
        other += length;
        let weight = |key: usize| weights[[row, 0, at, key]];
        let each = [weight(0), weight(at - 1), weight(at), (0..=at).map(weight).sum()];
        // A trigger after <bos> has nothing to repeat.
        if (1..=TRIGGERS).contains(&token) && at > 1 {
            triggers.push(each);
            copies[[row, at]] = next[[row, at]];
        } else {
            others.push(each);
        }
    }
    let rows = TESTED as Real;
    SinkRun {
        sink,
        steps,
        seed,
        copied: accuracy(&logits, &copies, Some(NO_TARGET)) as Real,
        triggers: Weights::mean(&triggers),
        others: Weights::mean(&others),
        bos_length: bos / rows,
        other_length: other / (rows * (LEN - 1) as Real),
    }
}

/// Returns the length of the vector that each head of the first layer would add if a token received
/// all of its weight: the value of the token times the rows of the head in the output projection,
/// `[batch, heads, steps]`.
fn value_lengths<'t>(
    model: &AttentionOnly,
    tape: &'t Tape,
    tokens: &Tokens, // [batch, steps]
) -> Var<'t> {
    let x = model.embedding.forward(tape, tokens);
    let layer = &model.layers[0];
    let heads = layer.heads();
    let values = split_heads(layer.value.forward(x), heads);
    let [batch, _, _, dim] = values.dims();
    let weight = tape.param(&layer.output.weight);
    let [_, hidden] = weight.dims();
    // [heads, dim, hidden], for each example
    let weight = weight.reshape(&[1, heads, dim, hidden]);
    let weight = weight * tape.constant(Array4::ones((batch, 1, 1, 1)));
    let written = values.matmul(weight); // [.., steps, hidden]
    written.square().sum_axis(3).sqrt()
}

impl Weights {
    /// Returns the means of some queries, whose weights are in the order of the fields.
    fn mean(queries: &[[Real; 4]]) -> Self {
        let mean = |field| {
            let weights = queries.iter().map(|weights| weights[field]);
            weights.sum::<Real>() / queries.len() as Real
        };
        Self { bos: mean(0), previous: mean(1), own: mean(2), sum: mean(3) }
    }
}

#[cfg(test)]
mod tests;
