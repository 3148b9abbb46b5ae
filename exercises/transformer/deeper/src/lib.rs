//! The same task for models of increasing depth.

use attention::data::{EOS, Example};
use attention::train::Report;
use attention::transformer::Arrangement;
use rand::{Rng, RngExt};

/// The size of both vocabularies. Sequences consist of tokens 4 to 9.
pub const VOCAB: usize = 10;

/// Draws random sequences of five tokens, and returns them with their reversals.
pub fn draw(count: usize, rng: &mut dyn Rng) -> Vec<Example> {
    let mut example = || {
        let tokens: [usize; 5] = std::array::from_fn(|_| rng.random_range(4..VOCAB));
        let source = tokens.into_iter().chain([EOS]).collect();
        let target = tokens.into_iter().rev().chain([EOS]).collect();
        Example { source, target }
    };
    (0..count).map(|_| example()).collect()
}

/// Trains a model with `blocks` blocks in the encoder and in the decoder for 100 steps.
pub fn train_deep(arrangement: Arrangement, blocks: usize, seed: u64) -> Report {
    //@ solution
    use attention::Real;
    use attention::encoder_decoder::{RateCurve, Recipe, train};
    use attention::transformer::{Config, Transformer};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let config = Config { arrangement, feed_forward: 32, blocks, ..Config::new(16, 2) };
    let model = Transformer::new(&config, [VOCAB, VOCAB], &mut rng);
    let model = model.expect("two heads share 16 numbers");
    let recipe = Recipe {
        epochs: 1,
        batch: 16,
        learning_rate: 0.01,
        curve: RateCurve::Cosine { warmup: 0.3 },
        clip: Real::INFINITY,
        seed,
    };
    let examples = draw(100 * recipe.batch, &mut rng);
    train(&model, &examples, [VOCAB, VOCAB], &recipe).expect("finite numbers")
    //@ stub todo!("train {arrangement:?} with {blocks} blocks, seed {seed}")
    //@ end
}
exercise_solutions::tests!(deeper);
