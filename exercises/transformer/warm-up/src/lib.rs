//! The effect of warm-up on a deep post-norm model.

use attention::Real;
use attention::data::{EOS, Example};
use attention::transformer::{Arrangement, Config, Transformer};
use rand::{Rng, RngExt};

/// The size of both vocabularies. Sequences consist of tokens 4 to 9.
pub const VOCAB: usize = 10;

/// Returns a small model with four blocks in the encoder and four in the decoder.
pub fn model(arrangement: Arrangement, rng: &mut dyn Rng) -> Transformer {
    let config =
        Config { arrangement, feed_forward: 32, blocks: 4, ..Config::new(16, 2) };
    Transformer::new(&config, [VOCAB, VOCAB], rng).expect("two heads share 16 numbers")
}

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

/// Returns the mean loss of the last 5 of 80 training steps, in nats per token.
///
/// During the fraction `warmup` of the steps, the learning rate rises to 0.02; then it
/// falls along a cosine.
pub fn last_loss(arrangement: Arrangement, warmup: f64, seed: u64) -> Real {
    //@ solution
    use attention::encoder_decoder::{RateCurve, Recipe, train};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = model(arrangement, &mut rng);
    let recipe = Recipe {
        epochs: 1,
        batch: 16,
        learning_rate: 0.02,
        curve: RateCurve::Cosine { warmup },
        clip: Real::INFINITY,
        seed,
    };
    let examples = draw(80 * recipe.batch, &mut rng);
    let report = train(&model, &examples, [VOCAB, VOCAB], &recipe);
    let losses = report.expect("finite numbers").losses();
    losses[75..].iter().sum::<Real>() / 5.0
    //@ stub todo!("train {arrangement:?} with {warmup}, seed {seed}")
    //@ end
}
exercise_solutions::tests!(warm_up);
