//! The parts of a Transformer, and whole ones with teacher forcing.

use attention::mask::Mask;
use attention::nn::init::normal;
use attention::nn::{Embedding, Module, Tokens};
use attention::tape::{Attended, Var, concat};
use attention::transformer::{
    AddNorm, Arrangement, Config, Decoder, DecoderBlock, Encoder, EncoderBlock,
    FeedForward, InputLayer, LanguageModel, OutputLayer, Transformer,
};
use ndarray::array;
use rand::rngs::ChaCha8Rng;

use super::recurrent::{SOURCE_VOCAB, TARGET_VOCAB, taught};
use super::{Forward, beside_weights, layer, prepared};
use crate::proof::{Kind, Proof, rng};

pub(super) fn proofs() -> Vec<Proof> {
    let [output, tied] = outputs();
    [
        seeded(
            2,
            |rng| FeedForward::new(4, 5, 3, rng),
            &[&[2, 3, 4]],
            |feed_forward, _, v| feed_forward.forward(v[0]),
        ),
        layer(
            |_| AddNorm::new(&post_norm()),
            &[&[2, 3, 4], &[3, 2, 4]],
            |around, _, v| around.post_norm(v[0], v[1].reshape(&[2, 3, 4])),
        ),
        layer(
            |_| AddNorm::new(&pre_norm()),
            &[&[2, 3, 4], &[3, 2, 4]],
            |around, _, v| {
                let result = around.pre_norm(v[0]) * v[1].reshape(&[2, 3, 4]);
                around.post_norm(v[0], result)
            },
        )
        .map(pre),
        layer(
            |rng| InputLayer::new(TARGET_VOCAB, &post_norm(), rng),
            &[],
            |input, tape, _| {
                let tokens = Tokens::new(array![[2, 0, 4], [3, 1, 1]], TARGET_VOCAB);
                input.forward(tape, &tokens.expect("all are below 5"), 2)
            },
        ),
        output,
        tied,
    ]
    .into_iter()
    .chain(blocks())
    .chain(models())
    .flatten()
    .collect()
}

fn post_norm() -> Config {
    Config::new(4, 2).feed_forward(3).blocks(1)
}

fn pre_norm() -> Config {
    let arrangement = Arrangement::PreNorm;
    Config {
        arrangement,
        ..post_norm()
    }
}

/// The second proof about a layer needs its own name.
fn pre(proof: Proof) -> Proof {
    match proof.kind {
        Kind::Gradient => proof.of("pre_norm"),
        _ => proof.of("every_parameter_gets_a_gradient_with_pre_norm"),
    }
}

fn outputs() -> [[Proof; 2]; 2] {
    let own = layer(
        |rng| OutputLayer::new(TARGET_VOCAB, &post_norm(), rng),
        &[&[2, 3, 4]],
        |output, _, v| {
            let unused = Embedding::new(TARGET_VOCAB, 4, &mut rng(0));
            output.forward(v[0], &unused)
        },
    );
    let tied = layer(
        |rng| {
            let config = Config {
                tied: true,
                ..post_norm()
            };
            OutputLayer::new(TARGET_VOCAB, &config, rng)
        },
        &[&[2, 3, 4]],
        |output, _, v| {
            let table = Embedding::new(TARGET_VOCAB, 4, &mut rng(0));
            output.forward(v[0], &table)
        },
    );
    let tied = tied.map(|proof| match proof.kind {
        Kind::Gradient => proof.of("tied"),
        _ => proof.of("every_parameter_of_a_tied_one_gets_a_gradient"),
    });
    [own, tied]
}

/// The source has a different length than the target.
fn blocks() -> [[Proof; 2]; 6] {
    const X: &[usize] = &[2, 3, 4];
    const SOURCE: &[usize] = &[2, 5, 4];
    [
        seeded(
            16,
            |rng| fits(EncoderBlock::new(&post_norm(), rng)),
            &[X],
            |block, _, v| beside_weights(block.forward(v[0], &mask())),
        ),
        seeded(
            16,
            |rng| fits(EncoderBlock::new(&pre_norm(), rng)),
            &[X],
            |block, _, v| beside_weights(block.forward(v[0], &mask())),
        )
        .map(pre),
        seeded(
            6,
            |rng| fits(DecoderBlock::new(&post_norm(), rng)),
            &[X, SOURCE],
            |block, _, v| decoder_block(block, v),
        ),
        seeded(
            7,
            |rng| fits(DecoderBlock::new(&pre_norm(), rng)),
            &[X, SOURCE],
            |block, _, v| decoder_block(block, v),
        )
        .map(pre),
        seeded(
            16,
            |rng| fits(Encoder::new(&pre_norm(), rng)),
            &[X],
            |encoder, _, v| encoder.forward(v[0], &mask()).output,
        ),
        seeded(
            7,
            |rng| fits(Decoder::new(&pre_norm(), rng)),
            &[X, SOURCE],
            |decoder, _, v| {
                let (mask, source_mask) = (Mask::causal(), source_mask());
                decoder.forward(v[0], v[1], &mask, &source_mask).output
            },
        ),
    ]
}

fn mask() -> Mask {
    Mask::causal().and(Mask::valid_lens([3, 2]))
}

/// Returns the output and both kinds of weights, concatenated.
fn decoder_block<'t>(block: &DecoderBlock, v: &[Var<'t>]) -> Var<'t> {
    let decoded = block.forward(v[0], v[1], &Mask::causal(), &source_mask());
    let [own, cross] =
        [decoded.weights, decoded.cross_weights].map(|weights| Attended {
            output: decoded.output,
            weights,
        });
    concat(&[beside_weights(own), beside_weights(cross)], 2)
}

fn source_mask() -> Mask {
    Mask::valid_lens([5, 3])
}

fn models() -> [[Proof; 2]; 2] {
    let make_transformer = |rng: &mut ChaCha8Rng| {
        let vocabs = [SOURCE_VOCAB, TARGET_VOCAB];
        fits(Transformer::new(&post_norm(), vocabs, rng))
    };
    let make_language_model = |rng: &mut ChaCha8Rng| {
        let config = Config {
            tied: true,
            ..pre_norm()
        };
        fits(LanguageModel::new(&config, TARGET_VOCAB, rng))
    };
    // The random numbers differ between precisions, and few seeds suit so many sums.
    let seed = if cfg!(real_f64) { 28 } else { 40 };
    [
        seeded(seed, make_transformer, &[], |model, tape, _| {
            taught(model, tape)
        }),
        seeded(40, make_language_model, &[], |model, tape, _| {
            taught(model, tape)
        }),
    ]
}

fn fits<M, E: std::fmt::Debug>(model: Result<M, E>) -> M {
    model.expect("2 divides 4")
}

/// Numbers for which no sum is so close to 0 that a small difference moves it across, where the
/// ReLU has a corner, and none is negative for all tokens: then its weights would learn nothing.
fn seeded<M: Module + 'static>(
    seed: u64,
    make: fn(&mut ChaCha8Rng) -> M,
    shapes: &[&[usize]],
    forward: Forward<M>,
) -> [Proof; 2] {
    let prepare = move || {
        let mut rng = rng(seed);
        let layer = make(&mut rng);
        for (_, param) in layer.params() {
            let new = normal(param.shape(), 0.5, &mut rng);
            param.update(|value| *value = new.into_shared());
        }
        layer
    };
    prepared(prepare, shapes, forward)
}
