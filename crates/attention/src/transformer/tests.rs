mod blocks;
mod causality;
mod config;
mod counts;
mod decoding;
mod drawing;
mod dropout;
mod generation;
mod learning;
mod maps;
mod padding;
mod positions;
mod sampling;
mod steps;
mod training;
mod wrong;

use ndarray::Array2;
use rand::RngExt;

use super::{Arrangement, Config, LanguageModel, Transformer};
use crate::encoder_decoder::testing::properties::Outcome;
use crate::encoder_decoder::testing::{
    SOURCE_VOCAB, TARGET_VOCAB, rng, tokens,
};
use crate::nn::{Module, Tokens, init};

const ARRANGEMENTS: [Arrangement; 4] = [
    Arrangement::PostNorm,
    Arrangement::PreNorm,
    Arrangement::WithoutNorm,
    Arrangement::WithoutResidual,
];

/// Returns each arrangement with one, two and four heads; one to three blocks, tied and own output
/// layers, with and without positions.
fn configs() -> impl Iterator<Item = (u64, Config)> {
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
            ..Config::new(8, heads).feed_forward(12)
        })
    });
    (0..).zip(pairs)
}

/// Replaces all parameters by random numbers, also the biases; gains are near 1.
fn randomized<M: Module>(model: M, seed: u64) -> M {
    let rng = &mut rng(seed + 1);
    for (name, param) in model.params() {
        let new = init::normal(param.shape(), 0.4, rng);
        let middle = if name.ends_with("norm.weight") {
            1.0
        } else {
            0.0
        };
        param.update(|value| *value = (new + middle).into_shared());
    }
    model
}

fn transformer(config: &Config, seed: u64) -> Transformer {
    let model = Transformer::new(
        config,
        [SOURCE_VOCAB, TARGET_VOCAB],
        &mut rng(seed),
    );
    randomized(
        model.expect("the number of heads divides the hidden size"),
        seed,
    )
}

fn language_model(config: &Config, seed: u64) -> LanguageModel {
    let model =
        LanguageModel::new(config, TARGET_VOCAB, &mut rng(seed));
    randomized(
        model.expect("the number of heads divides the hidden size"),
        seed,
    )
}

/// Draws tokens of the targets, `[batch, steps]`.
fn random_tokens(batch: usize, steps: usize, seed: u64) -> Tokens {
    let rng = &mut rng(seed + 200);
    let ids = || rng.random_range(0..TARGET_VOCAB);
    tokens(Array2::from_shape_simple_fn((batch, steps), ids))
}

/// Tries a property with a Transformer and a language model of each configuration.
#[track_caller]
fn holds_for_all(
    of_transformer: fn(&Transformer, u64) -> Outcome,
    of_language_model: fn(&LanguageModel, u64) -> Outcome,
) {
    for (seed, config) in configs() {
        let outcome = of_transformer(&transformer(&config, seed), seed);
        assert_eq!(outcome, Ok(()), "Transformer, {config:?}");
        let outcome =
            of_language_model(&language_model(&config, seed), seed);
        assert_eq!(outcome, Ok(()), "language model, {config:?}");
    }
}
