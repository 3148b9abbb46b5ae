//! Single blocks: the shapes and inputs of each sublayer.

use engine::testing::{assert_close, random};
use ndarray::{Array3, ArrayD, Axis};

use super::{ARRANGEMENTS, configs, randomized, rng};
use crate::Real;
use crate::mask::Mask;
use crate::nn::init::normal;
use crate::nn::{LayerNorm, Module};
use crate::tape::{Mode, Tape, Var};
use crate::transformer::{
    AddNorm, Arrangement, Config, Decoder, DecoderBlock, Encoder,
    EncoderBlock, FeedForward,
};

const X: (usize, usize, usize) = (2, 5, 8);

/// Three sentences keep their shape, with axes of different sizes.
#[test]
fn blocks_keep_the_shape_of_their_input() {
    for arrangement in ARRANGEMENTS {
        let config = Config {
            arrangement,
            ..Config::new(20, 5).feed_forward(30)
        };
        let tape = &Tape::new(Mode::Eval, 0);
        let x = tape.constant(random((3, 7, 20), 0));
        let mask = Mask::valid_lens([6, 4, 2]);
        let block = EncoderBlock::new(&config, &mut rng(0)).unwrap();
        let attended = block.forward(x, &mask);
        assert_eq!(attended.output.shape(), [3, 7, 20]);
        assert_eq!(attended.weights.shape(), [3, 5, 7, 7]);
        let encoder = Encoder::new(&config, &mut rng(0)).unwrap();
        let encoded = encoder.forward(x, &mask).output;
        assert_eq!(encoded.shape(), [3, 7, 20]);

        let block = DecoderBlock::new(&config, &mut rng(0)).unwrap();
        let encoded = encoded.slice(1, ..6);
        let decoded = block.forward(x, encoded, &Mask::causal(), &mask);
        assert_eq!(decoded.output.shape(), [3, 7, 20]);
        assert_eq!(decoded.weights.shape(), [3, 5, 7, 7]);
        assert_eq!(decoded.cross_weights.shape(), [3, 5, 7, 6]);
        let decoder = Decoder::new(&config, &mut rng(0)).unwrap();
        let decoded =
            decoder.forward(x, encoded, &Mask::causal(), &mask);
        assert_eq!(decoded.output.shape(), [3, 7, 20]);
        assert_eq!(decoded.weights[1].shape(), [3, 5, 7, 7]);
        assert_eq!(decoded.cross_weights[1].shape(), [3, 5, 7, 6]);
    }
}

/// Checks the chapter's claims about twelve untrained blocks, for more seeds than it prints.
#[test]
fn untrained_blocks_make_tokens_similar_and_sooner_with_post_norm() {
    let size = |x: &ArrayD<Real>| x.powi(2).mean().unwrap().sqrt();
    for seed in 0..5 {
        let of_each = |arrangement| {
            let config = Config {
                arrangement,
                ..Config::new(32, 4).blocks(12)
            };
            let (tape, rng) =
                (Tape::new(Mode::Eval, 0), &mut rng(seed));
            let x = tape.constant(normal((1, 10, 32), 1.0, rng));
            let encoder = Encoder::new(&config, rng).unwrap();
            let blocks = encoder.blocks.iter();
            let x = blocks.fold(x, |x, block| {
                block.forward(x, &Mask::all()).output
            });
            let x = value(x);
            let common =
                x.mean_axis(Axis(1)).unwrap().insert_axis(Axis(1));
            size(&(&x - &common)) / size(&x)
        };
        let [post, pre] =
            [Arrangement::PostNorm, Arrangement::PreNorm].map(of_each);
        assert!(
            2.0 * post < pre && pre < 0.7,
            "seed {seed}: {post} and {pre}"
        );
    }
}

/// Returns the arrangement as a formula, around any sublayer.
fn by_formula<'t>(
    around: &AddNorm,
    x: Var<'t>,
    sublayer: impl Fn(Var<'t>) -> Var<'t>,
) -> Var<'t> {
    let norm = |x| around.norm.forward(x);
    match around.arrangement {
        Arrangement::PostNorm => norm(x + sublayer(x)),
        Arrangement::PreNorm => x + sublayer(norm(x)),
        Arrangement::WithoutNorm => x + sublayer(x),
        Arrangement::WithoutResidual => norm(sublayer(x)),
    }
}

fn value(x: Var<'_>) -> ArrayD<Real> {
    x.value().to_owned()
}

/// An encoder block is attention and a feed-forward network, each in the formula of its
/// arrangement.
#[test]
fn an_encoder_block_is_two_sublayers() {
    for (seed, config) in configs() {
        let block = EncoderBlock::new(&config, &mut rng(seed)).unwrap();
        let block = randomized(block, seed);
        let tape = &Tape::new(Mode::Eval, 0);
        let (x, mask) =
            (tape.constant(random(X, seed)), Mask::valid_lens([5, 3]));
        let first = by_formula(&block.around_attention, x, |x| {
            block.attention.forward(x, x, x, &mask).output
        });
        let second =
            by_formula(&block.around_feed_forward, first, |x| {
                block.feed_forward.forward(x)
            });
        assert_close(
            &value(block.forward(x, &mask).output),
            &value(second),
            1e-5,
        );
    }
}

/// Queries of the second attention come from the target; keys and values are the source as it is.
#[test]
fn a_decoder_block_is_three_sublayers() {
    for (seed, config) in configs() {
        let block = DecoderBlock::new(&config, &mut rng(seed)).unwrap();
        let block = randomized(block, seed);
        let tape = &Tape::new(Mode::Eval, 0);
        let [x, source] = [X, (2, 7, 8)]
            .map(|shape| tape.constant(random(shape, seed)));
        let source_mask = Mask::valid_lens([7, 4]);
        let first = by_formula(&block.around_attention, x, |x| {
            block.attention.forward(x, x, x, &Mask::causal()).output
        });
        let second =
            by_formula(&block.around_cross_attention, first, |x| {
                block
                    .cross_attention
                    .forward(x, source, source, &source_mask)
                    .output
            });
        let third =
            by_formula(&block.around_feed_forward, second, |x| {
                block.feed_forward.forward(x)
            });
        let decoded =
            block.forward(x, source, &Mask::causal(), &source_mask);
        assert_close(&value(decoded.output), &value(third), 1e-5);
    }
}

/// With pre-norm, a stack ends with a normalization: rows have mean 0 and variance 1.
#[test]
fn a_stack_ends_with_a_normalization_with_pre_norm_alone() {
    for arrangement in ARRANGEMENTS {
        let config = Config {
            arrangement,
            ..Config::new(8, 2)
        };
        let encoder = Encoder::new(&config, &mut rng(0)).unwrap();
        let decoder = Decoder::new(&config, &mut rng(0)).unwrap();
        let last: [&Option<LayerNorm>; 2] =
            [&encoder.norm, &decoder.norm];
        let expected = arrangement == Arrangement::PreNorm;
        assert_eq!(last.map(Option::is_some), [expected; 2]);

        let tape = &Tape::new(Mode::Eval, 0);
        let x = tape.constant(random(X, 0) * 3.0);
        let encoded = encoder.forward(x, &Mask::all()).output;
        let decoded =
            decoder.forward(x, encoded, &Mask::causal(), &Mask::all());
        let decoded = decoded.output;
        for output in [encoded, decoded] {
            let output: Array3<Real> = output
                .value()
                .to_owned()
                .into_dimensionality()
                .unwrap();
            for row in output.lanes(ndarray::Axis(2)) {
                let variance = row.mapv(|x| x * x).mean().unwrap();
                let normal = row.sum().abs() < 1e-4
                    && (variance - 1.0).abs() < 1e-2;
                assert_eq!(
                    normal,
                    arrangement != Arrangement::WithoutNorm,
                    "{row}"
                );
            }
        }
    }
}

/// Each token goes through the network alone, and negative sums give 0.
#[test]
fn a_feed_forward_network_sees_one_token_at_a_time() {
    let network = randomized(FeedForward::new(4, 6, 3, &mut rng(0)), 0);
    let tape = &Tape::new(Mode::Eval, 0);
    let x = random((3, 2, 4), 1);
    let all = network.forward(tape.constant(x.clone()));
    assert_eq!(all.shape(), [3, 2, 3]);
    for sentence in 0..3 {
        for step in 0..2 {
            let alone = tape
                .constant(x.clone())
                .index(0, sentence)
                .index(0, step);
            let alone =
                network.forward(alone.insert_axis(0)).index(0, 0);
            let together = all.index(0, sentence).index(0, step);
            assert_close(&value(together), &value(alone), 1e-6);
        }
    }
    for (name, param) in network.params() {
        if name == "inner.bias" {
            param.update(|bias| bias.fill(-1e3)); // all sums are negative
        }
    }
    let bias = network.outer.bias.as_ref().unwrap().value();
    let tape = &Tape::new(Mode::Eval, 0);
    let silent = network.forward(tape.constant(x)).value();
    for row in silent.lanes(ndarray::Axis(2)) {
        assert_close(&row.to_owned().into_dyn(), &bias.to_owned(), 0.0);
    }
}
