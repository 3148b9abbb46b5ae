//! The parts of a newer Transformer, and two whole ones.

use attention::Real;
use attention::mask::Mask;
use attention::newer_transformer::{
    DecoderOnly, DecoderOnlyConfig, GroupedQueryAttention, GroupedQueryConfig, NetworkKind,
    NormKind, Positions, Scoring, attend_in_groups, frequencies,
};
use attention::nn::{GatedFeedForward, Pairing, RmsNorm, Rotary};

use super::comparison::{function, layer, operation};
use super::recurrent::taught;
use crate::proof::Proof;

pub(super) fn proofs() -> Vec<Proof> {
    let base = 10_000.0;
    let rotation = |case, columns, pairing, start| {
        let angles = frequencies(columns, base);
        operation("rotate", case, move |x| vec![("y", x.get("x").rotate(&angles, pairing, start))])
    };
    vec![
        layer("rms_norm", |_| RmsNorm::new(5), |norm, x| vec![("y", norm.forward(x.get("x")))]),
        rotation("rotate_half_split", 6, Pairing::HalfSplit, 3),
        rotation("rotate_interleaved", 6, Pairing::Interleaved, 3),
        rotation("rotate_first_columns", 4, Pairing::HalfSplit, 50),
        layer(
            "gated_feed_forward",
            |rng| GatedFeedForward::new(4, 6, rng),
            |network, x| vec![("y", network.forward(x.get("x")))],
        ),
        function("attend_in_groups", "grouped_attention", |x| {
            let [queries, keys, values] = ["queries", "keys", "values"].map(|name| x.get(name));
            let (mask, scoring) = (Mask::causal(), Scoring::default());
            let attended = attend_in_groups(queries, keys, values, &mask, &scoring);
            vec![("output", attended.output)]
        }),
        layer(
            "grouped_query",
            |rng| {
                let config = GroupedQueryConfig {
                    rotary: Some(rotary(Pairing::HalfSplit)),
                    ..GroupedQueryConfig::new(8, 4, 2)
                };
                GroupedQueryAttention::new(&config, rng).expect("2 divides 4")
            },
            |attention, x| vec![("output", attention.forward(x.get("x"), None).output)],
        ),
        layer(
            "grouped_query_with_options",
            |rng| {
                let config = GroupedQueryConfig {
                    rotary: Some(rotary(Pairing::Interleaved)),
                    query_key_norm: true,
                    score_factor: 1.5,
                    score_cap: Some(2.0),
                    window: Some(1),
                    first_keys: 1,
                    ..GroupedQueryConfig::new(8, 4, 2)
                };
                GroupedQueryAttention::new(&config, rng).expect("2 divides 4")
            },
            |attention, x| {
                let bias = Some(x.get("bias"));
                let attended = attention.forward(x.get("x"), bias);
                vec![("output", attended.output), ("weights", attended.weights)]
            },
        ),
        model(
            "decoder_only_today",
            DecoderOnlyConfig { key_heads: 1, inner: 6, ..DecoderOnlyConfig::new(4, 2) },
        ),
        model(
            "decoder_only_buckets",
            DecoderOnlyConfig {
                key_heads: 1,
                inner: 6,
                positions: Positions::Buckets { count: 4, distance: 4 },
                norm: NormKind::Layer,
                network: NetworkKind::Relu,
                tied: false,
                ..DecoderOnlyConfig::new(4, 2)
            },
        ),
    ]
}

fn rotary(pairing: Pairing) -> Rotary {
    let angles: Vec<Real> = frequencies(2, 10_000.0);
    Rotary::new(angles, pairing)
}

fn model(case: &'static str, config: DecoderOnlyConfig) -> Proof {
    layer(case, move |rng| DecoderOnly::new(&config, 7, rng).expect("1 divides 2"), taught)
}
