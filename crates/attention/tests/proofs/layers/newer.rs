//! The parts of a newer Transformer, and a whole one.

use attention::newer_transformer::{
    DecoderOnly, DecoderOnlyConfig, GroupedQueryAttention, GroupedQueryConfig,
    Positions, frequencies,
};
use attention::nn::init::normal;
use attention::nn::{GatedFeedForward, Module, Pairing, RmsNorm, Rotary};
use rand::rngs::ChaCha8Rng;

use super::recurrent::{TARGET_VOCAB, taught};
use super::{beside_weights, layer, prepared};
use crate::proof::{Proof, rng};

pub(super) fn proofs() -> Vec<Proof> {
    [
        layer(
            |_| RmsNorm::new(4),
            &[&[2, 3, 4]],
            |norm, _, v| norm.forward(v[0]),
        ),
        layer(
            |rng| GatedFeedForward::new(4, 5, rng),
            &[&[2, 3, 4]],
            |network, _, v| network.forward(v[0]),
        ),
        prepared(grouped, &[&[2, 3, 8], &[2, 3, 3]], |attention, _, v| {
            beside_weights(attention.forward(v[0], Some(v[1])))
        }),
        prepared(small_model, &[], |model, tape, _| taught(model, tape)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn grouped() -> GroupedQueryAttention {
    let mut rng = rng(0);
    let rotary = Rotary::new(frequencies(4, 100.0), Pairing::HalfSplit);
    let config = GroupedQueryConfig {
        rotary: Some(rotary),
        query_key_norm: true,
        score_cap: Some(3.0),
        ..GroupedQueryConfig::new(8, 2, 1)
    };
    let layer = GroupedQueryAttention::new(&config, &mut rng);
    randomized(layer.expect("1 divides 2"), &mut rng)
}

/// Gains of 1 would hide mistakes.
fn randomized<M: Module>(module: M, rng: &mut ChaCha8Rng) -> M {
    for (_, param) in module.params() {
        let new = normal(param.shape(), 0.5, rng);
        param.update(|value| *value = new.into_shared());
    }
    module
}

fn small_model() -> DecoderOnly {
    // With seed 1, norms of small entries curve too much for differences in double precision.
    let mut rng = rng(2);
    let config = DecoderOnlyConfig {
        inner: 3,
        blocks: 1,
        key_heads: 1,
        positions: Positions::Buckets {
            count: 2,
            distance: 2,
        },
        query_key_norm: true,
        ..DecoderOnlyConfig::new(4, 2)
    };
    let model = DecoderOnly::new(&config, TARGET_VOCAB, &mut rng);
    randomized(model.expect("1 divides 2"), &mut rng)
}
