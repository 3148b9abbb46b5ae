//! The formulas against the models.

use attention::nn::{ConfigError, Module};
use attention::self_attention::Layer;
use attention::transformer::cost::{Cached, multiplications, parameters, step_multiplications};
use attention::transformer::{Config, Transformer};
use engine::testing::rng;

use crate::models::ARRANGEMENTS;

#[test]
fn parameter_counts_agree_with_the_model() -> Result<(), ConfigError> {
    for arrangement in ARRANGEMENTS {
        for tied in [false, true] {
            for (hidden, heads, width, blocks) in [(4, 2, 7, 1), (6, 1, 24, 2), (8, 4, 5, 3)] {
                let sizes = Config { feed_forward: width, blocks, ..Config::new(hidden, heads) };
                let config = Config { arrangement, tied, ..sizes };
                let model = Transformer::new(&config, [10, 13], &mut rng(0))?;
                let count = parameters(&config, [10, 13]);
                assert_eq!(count.total(), model.param_count(), "{config:?}");
                let tables = &model.source.embedding.weight.shape()[..];
                assert_eq!(count.embeddings, tables[1] * (10 + 13));
                assert_eq!(count.output, model.output.param_count());
            }
        }
    }
    Ok(())
}

#[test]
fn an_encoder_alone_is_self_attention() {
    let config = Config { blocks: 3, ..Config::new(8, 2) };
    for steps in [1, 5, 30] {
        let count = multiplications(&config, [10, 13], steps, 0);
        let layer = Layer::SelfAttention.multiplications(steps, 8);
        assert_eq!(count.pairs, 3 * layer.by_pairs);
        let keys_and_values = 3 * 2 * steps * 8 * 8; // of the source, in the decoder
        assert_eq!(count.projections, 3 * layer.by_weights + keys_and_values);
        assert_eq!(count.output, 0);
    }
}

#[test]
fn steps_add_up_to_a_pass() {
    for arrangement in ARRANGEMENTS {
        let config = Config { arrangement, feed_forward: 20, blocks: 3, ..Config::new(8, 2) };
        let (n, m) = (5, 9);
        let pass = multiplications(&config, [10, 13], n, m);
        let start = multiplications(&config, [10, 13], n, 0);
        let step = |position| step_multiplications(&config, 13, n, position, Cached::KeysAndValues);
        let steps: usize = (0..m).map(|position| step(position).total()).sum();
        // A step computes no score that the mask would hide.
        let hidden_pairs = 3 * m * (m - 1) / 2 * 2 * 8;
        assert_eq!(start.total() + steps, pass.total() - hidden_pairs);
    }
}

#[test]
fn a_step_that_keeps_tokens_is_a_pass_of_the_decoder() {
    let config = Config { blocks: 3, ..Config::new(8, 2) };
    let (n, position) = (5, 8);
    let step = step_multiplications(&config, 13, n, position, Cached::Tokens);
    let pass = multiplications(&config, [10, 13], n, position + 1);
    let encoder = multiplications(&config, [10, 13], n, 0);
    let source = 3 * 2 * n * 8 * 8; // its keys and values, which both have
    let other_logits = position * 8 * 13;
    assert_eq!(step.total(), pass.total() - encoder.total() + source - other_logits);
}

#[test]
fn cached_keys_and_values_are_not_computed() {
    let config = Config::new(32, 4);
    let of_step = |position, kept| step_multiplications(&config, 112, 12, position, kept).total();
    let growth = |kept| of_step(101, kept) - of_step(100, kept);
    assert_eq!(growth(Cached::KeysAndValues), 2 * 2 * 32);
    assert_eq!(
        growth(Cached::BlockInputs),
        2 * (2 * 32 + 2 * 32 * 32) // a pair, a key and a value in each block
    );
    assert!(growth(Cached::Tokens) > growth(Cached::BlockInputs));
    assert_eq!(
        of_step(0, Cached::Tokens) - of_step(0, Cached::KeysAndValues),
        2 * 2 * 12 * 32 * 32 // the source
    );
}
