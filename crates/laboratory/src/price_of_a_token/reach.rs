//! How far windows reach.

use ndarray::Array2;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::trials::{accuracy_by_position, train};
use attention::mask::Mask;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, Var};
use attention::train::{Loss, Stopped};
use attention::transformer::{Arrangement, Config, LanguageModel};

/// The keys before its own that a query of the experiment attends to.
pub const WINDOW: usize = 4;
const VOCAB: usize = 8;
const LEN: usize = 18;

/// A model with windows that was trained to repeat the first token of a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReachRun {
    /// The number of layers.
    pub layers: usize,
    /// The seed of the parameters and of the texts.
    pub seed: u64,
    /// The share of right answers at each position, from 0 on, in 1,000 new texts.
    pub accuracy: Vec<f64>,
}

/// Trains a model whose layers have a window of [`WINDOW`] keys back to write the first token at
/// each position.
///
/// # Errors
///
/// [`Stopped`] if a loss is not finite.
///
/// # Panics
///
/// If there are no layers, or no more than the 20 steps of the warm-up.
#[track_caller]
pub fn train_reach(layers: usize, steps: usize, seed: u64) -> Result<ReachRun, Stopped> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let arrangement = Arrangement::PreNorm;
    let config = Config { blocks: layers, arrangement, ..Config::new(32, 2) };
    let model =
        LanguageModel::new(&config, VOCAB, rng).expect("sizes above 0, and heads that divide them");
    train(&model, 0.005, 20, steps, |tape| {
        let (tokens, targets) = texts(32, rng);
        let logits = forward(&model, tape, tokens);
        Ok(Loss { value: logits.cross_entropy(&targets, None), tokens: targets.len() })
    })?;
    let (tokens, targets) = texts(1000, rng);
    let tape = Tape::new(Mode::Eval, 0);
    let logits = forward(&model, &tape, tokens).value();
    Ok(ReachRun { layers, seed, accuracy: accuracy_by_position(&logits, &targets, None) })
}

/// Random texts, and their first token at each position, both `[batch, LEN]`.
fn texts(batch: usize, rng: &mut dyn Rng) -> (Array2<usize>, Array2<usize>) {
    let tokens = Array2::from_shape_simple_fn((batch, LEN), || rng.random_range(0..VOCAB));
    let targets = Array2::from_shape_fn((batch, LEN), |(text, _)| tokens[[text, 0]]);
    (tokens, targets)
}

/// Returns the logits of a model with a window in each block.
fn forward<'t>(model: &LanguageModel, tape: &'t Tape, tokens: Array2<usize>) -> Var<'t> {
    let tokens = Tokens::new(tokens, VOCAB).expect("tokens below the size of the vocabulary");
    let mut x = model.input.forward(tape, &tokens, 0);
    for block in &model.blocks {
        x = block.forward(x, &Mask::window(WINDOW, 0)).output;
    }
    let x = model.norm.as_ref().map_or(x, |norm| norm.forward(x));
    model.output.forward(x, &model.input.embedding)
}
