//! A small Transformer copies sequences, even of lengths on which it was not trained.

use attention::Real;
use attention::data::{EOS, Example};
use attention::transformer::{Arrangement, Config, Transformer};
use rand::{Rng, RngExt};

/// The size of both vocabularies. Sequences consist of tokens 4 to 9.
pub const VOCAB: usize = 10;

/// Returns a model with one block in the encoder and one in the decoder.
pub fn model(rng: &mut dyn Rng) -> Transformer {
    let config = Config {
        arrangement: Arrangement::PreNorm,
        feed_forward: 32,
        blocks: 1,
        ..Config::new(16, 2)
    };
    Transformer::new(&config, [VOCAB, VOCAB], rng).expect("two heads share 16 numbers")
}

/// Returns a random sequence of `len` tokens and `EOS`, and its copy.
pub fn sequence(len: usize, rng: &mut dyn Rng) -> Example {
    let tokens = (0..len).map(|_| rng.random_range(4..VOCAB));
    let source: Vec<usize> = tokens.chain([EOS]).collect();
    let target = source.clone();
    Example { source, target }
}

/// Trains a model on sequences of the lengths `trained`, and returns for each length in
/// `tested` the fraction of 50 new sequences that it copies without a mistake.
pub fn exact_shares(trained: &[usize], tested: &[usize], seed: u64) -> Vec<Real> {
    //@ solution
    use attention::data::Padded;
    use attention::encoder_decoder::{Recipe, greedy, train};
    use rand::seq::IndexedRandom;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = model(&mut rng);
    let examples: Vec<Example> = (0..300 * 16)
        .filter_map(|_| trained.choose(&mut rng).copied())
        .collect::<Vec<usize>>()
        .into_iter()
        .map(|len| sequence(len, &mut rng))
        .collect();
    let recipe =
        Recipe { epochs: 1, batch: 16, learning_rate: 0.02, seed, ..Recipe::default() };
    train(&model, &examples, [VOCAB, VOCAB], &recipe).expect("a training");
    let share = |&len: &usize| {
        let examples: Vec<Example> = (0..50).map(|_| sequence(len, &mut rng)).collect();
        let sources: Vec<&[usize]> = examples.iter().map(|e| &e.source[..]).collect();
        let sources = Padded::new(&sources, VOCAB).expect("tokens below VOCAB");
        let written = greedy(&model, &sources, len + 4);
        let right = written.iter().zip(&examples).filter(|(written, example)| {
            written.ended && written.tokens[..] == example.target[..len]
        });
        right.count() as Real / 50.0
    };
    tested.iter().map(share).collect()
    //@ stub todo!("train on {trained:?}, test on {tested:?}, seed {seed}")
    //@ end
}
exercise_solutions::tests!(beyond_the_training);
