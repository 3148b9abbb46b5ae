//! The number of parameters of a model, and their names.

use engine::testing::names;

use super::{configs, language_model, transformer};
use crate::encoder_decoder::testing::{
    SOURCE_VOCAB, TARGET_VOCAB, rng,
};
use crate::nn::Module;
use crate::transformer::{
    Arrangement, Config, DecoderBlock, EncoderBlock, FeedForward,
    LanguageModel, Transformer,
};

fn attention(config: &Config) -> usize {
    4 * config.hidden * config.hidden
}

fn feed_forward(config: &Config) -> usize {
    let Config {
        hidden,
        feed_forward: width,
        ..
    } = config;
    hidden * width + width + width * hidden + hidden
}

fn norm(config: &Config) -> usize {
    match config.arrangement {
        Arrangement::WithoutNorm => 0,
        _ => 2 * config.hidden,
    }
}

fn final_norm(config: &Config) -> usize {
    match config.arrangement {
        Arrangement::PreNorm => 2 * config.hidden,
        _ => 0,
    }
}

fn output(config: &Config, vocab: usize) -> usize {
    match config.tied {
        true => vocab,
        false => vocab * config.hidden + vocab,
    }
}

#[test]
fn parameters_are_counted_by_formulas() {
    for (seed, config) in configs() {
        let encoder_block = attention(&config)
            + feed_forward(&config)
            + 2 * norm(&config);
        let decoder_block =
            encoder_block + attention(&config) + norm(&config);
        let rng = &mut rng(seed);
        let block =
            EncoderBlock::new(&config, rng).expect("the heads divide");
        assert_eq!(block.param_count(), encoder_block);
        let block =
            DecoderBlock::new(&config, rng).expect("the heads divide");
        assert_eq!(block.param_count(), decoder_block);

        let stacks = config.blocks * (encoder_block + decoder_block)
            + 2 * final_norm(&config);
        let tables = (SOURCE_VOCAB + TARGET_VOCAB) * config.hidden;
        let expected = tables + stacks + output(&config, TARGET_VOCAB);
        assert_eq!(
            transformer(&config, seed).param_count(),
            expected,
            "{config:?}"
        );

        let stack = config.blocks * encoder_block + final_norm(&config);
        let expected = TARGET_VOCAB * config.hidden
            + stack
            + output(&config, TARGET_VOCAB);
        assert_eq!(
            language_model(&config, seed).param_count(),
            expected
        );
    }
}

/// The base model of the original: 37,000 shared tokens, hidden size 512, 8 heads, 6 blocks. Its
/// attention has no biases here.
#[test]
fn a_feed_forward_network_has_as_many_numbers_as_two_attentions() {
    let config = Config::new(512, 8);
    let network =
        FeedForward::new(512, config.feed_forward, 512, &mut rng(0));
    assert_eq!(
        network.param_count(),
        2 * attention(&config) + 2048 + 512
    );
}

/// Files of parameters use these names.
#[test]
fn parameters_have_the_documented_names() {
    let arrangement = Arrangement::PreNorm;
    let config = Config {
        arrangement,
        tied: true,
        ..Config::new(4, 2)
    }
    .blocks(1);
    let block =
        |cross: bool| {
            let mut names = Vec::new();
            for sublayer in ["attention", "cross_attention"]
                .iter()
                .take(1 + usize::from(cross))
            {
                let matrices = ["query", "key", "value", "output"];
                names.extend(matrices.map(|matrix| {
                    format!("{sublayer}.{matrix}.weight")
                }));
                names.extend(["weight", "bias"].map(|kind| {
                    format!("around_{sublayer}.norm.{kind}")
                }));
            }
            for part in [
                "feed_forward.inner",
                "feed_forward.outer",
                "around_feed_forward.norm",
            ] {
                names.extend(
                    ["weight", "bias"]
                        .map(|kind| format!("{part}.{kind}")),
                );
            }
            names
        };
    let in_blocks = |prefix: &str, cross| {
        let names = block(cross).into_iter();
        let names =
            names.map(|name| format!("{prefix}blocks.0.{name}"));
        let norm = ["weight", "bias"]
            .map(|kind| format!("{prefix}norm.{kind}"));
        names.chain(norm).collect::<Vec<_>>()
    };
    let of = |name: &str| vec![name.to_owned()];
    let rng = &mut rng(0);
    let model =
        Transformer::new(&config, [5, 6], rng).expect("2 divides 4");
    let expected = [
        of("source.embedding.weight"),
        in_blocks("encoder.", false),
        of("target.embedding.weight"),
        in_blocks("decoder.", true),
        of("output.bias"),
    ];
    assert_eq!(names(&model), expected.concat());

    let own = Config {
        tied: false,
        ..config
    };
    let model = LanguageModel::new(&own, 6, rng).expect("2 divides 4");
    let expected = [
        of("input.embedding.weight"),
        in_blocks("", false),
        of("output.weight"),
        of("output.bias"),
    ];
    assert_eq!(names(&model), expected.concat());
}
