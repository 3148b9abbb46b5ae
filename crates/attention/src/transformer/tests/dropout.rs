//! The entries that dropout drops, and when.

use engine::testing::{assert_close, random};
use ndarray::ArrayD;

use super::{
    configs, language_model, random_tokens, randomized, rng,
    transformer,
};
use crate::Real;
use crate::encoder_decoder::EncoderDecoder;
use crate::encoder_decoder::testing::{batch, examples};
use crate::nn::{Dropout, Module};
use crate::tape::{Mode, Tape};
use crate::transformer::{AddNorm, Arrangement, Config, InputLayer};

/// Changes the rate, and nothing else.
fn with_dropout(config: Config) -> Config {
    config.dropout(Dropout::new(0.3).expect("a rate below 1"))
}

fn logits<M: EncoderDecoder>(
    model: &M,
    mode: Mode,
    seed: u64,
) -> ArrayD<Real> {
    let tape = Tape::new(mode, seed);
    let batch = batch(&examples(3, 1));
    let decoded = model.forward(&tape, &batch.source, &batch.inputs);
    decoded.logits.value().to_owned()
}

fn drops_in_training_alone<M: EncoderDecoder>(dry: &M, model: &M) {
    for mode in [Mode::Check, Mode::Eval] {
        assert_eq!(
            logits(model, mode, 0),
            logits(dry, mode, 0),
            "{mode:?}"
        );
    }
    let first = logits(model, Mode::Train, 0);
    assert_ne!(first, logits(dry, Mode::Train, 0));
    assert_ne!(first, logits(model, Mode::Train, 1));
    assert_eq!(first, logits(model, Mode::Train, 0));
}

#[test]
fn dropout_is_for_training_alone() {
    for (seed, config) in configs() {
        let [dry, wet] = [config, with_dropout(config)];
        drops_in_training_alone(
            &transformer(&dry, seed),
            &transformer(&wet, seed),
        );
        drops_in_training_alone(
            &language_model(&dry, seed),
            &language_model(&wet, seed),
        );
    }
}

/// Of the inputs of each side, of the results of each sublayer, and of the weights of each
/// attention.
#[test]
fn so_much_is_dropped() {
    let count = |compute: &dyn Fn(&Tape)| {
        let tape = Tape::new(Mode::Train, 0);
        compute(&tape);
        let operations = tape.operations();
        operations.iter().filter(|&&name| name == "dropout").count()
    };
    for (seed, config) in configs() {
        let (config, blocks) = (with_dropout(config), config.blocks);
        let model = transformer(&config, seed);
        let batch = batch(&examples(2, 1));
        let found = count(&|tape| {
            model.forward(tape, &batch.source, &batch.inputs);
        });
        assert_eq!(
            found,
            2 + blocks * (1 + 2) + blocks * (2 + 3),
            "{config:?}"
        );
        let model = language_model(&config, seed);
        let found = count(&|tape| {
            model.forward(tape, &batch.source, &random_tokens(2, 3, 0));
        });
        assert_eq!(found, 1 + blocks * (1 + 2), "{config:?}");
    }
}

/// The result of a sublayer is dropped, and never what goes around it.
#[test]
fn the_residual_connection_is_not_dropped() {
    for arrangement in [Arrangement::PreNorm, Arrangement::WithoutNorm]
    {
        let config = with_dropout(Config {
            arrangement,
            ..Config::new(4, 1)
        });
        let around = randomized(AddNorm::new(&config), 0);
        let tape = Tape::new(Mode::Train, 0);
        let [x, result] = [1, 2].map(|seed| random((6, 5, 4), seed));
        let on_tape =
            [&x, &result].map(|array| tape.constant(array.clone()));
        let after = around.post_norm(on_tape[0], on_tape[1]).value();
        let mut dropped = 0;
        for ((after, &x), &result) in after.iter().zip(&x).zip(&result)
        {
            let kept = x + result / 0.7;
            let close =
                |expected: Real| (after - expected).abs() < 1e-5;
            assert!(
                close(x) || close(kept),
                "{after}, {x} and {result}"
            );
            dropped += usize::from(close(x));
        }
        assert!((18..=54).contains(&dropped), "{dropped} of 120");
    }
}

#[test]
fn inputs_are_dropped_with_their_positions() {
    let config = Config::new(8, 1);
    let tokens = random_tokens(4, 6, 0);
    let inputs = |config, mode| {
        let input =
            InputLayer::new(super::TARGET_VOCAB, &config, &mut rng(0));
        assert_eq!(input.param_count(), super::TARGET_VOCAB * 8);
        let tape = Tape::new(mode, 0);
        input.forward(&tape, &tokens, 2).value().to_owned()
    };
    let dry = inputs(config, Mode::Train);
    let wet = inputs(with_dropout(config), Mode::Train);
    let scaled =
        ndarray::Zip::from(&dry).and(&wet).map_collect(|dry, &wet| {
            if wet == 0.0 { 0.0 } else { dry / 0.7 }
        });
    assert_close(&wet, &scaled, 1e-5);
    assert!(wet.iter().any(|&x| x == 0.0));
    assert_eq!(inputs(with_dropout(config), Mode::Eval), dry);
}
