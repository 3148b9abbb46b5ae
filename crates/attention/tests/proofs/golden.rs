//! Numbers that PyTorch computed, forward and backward; see `tests/golden/README.md`.
//!
//! An entry may differ by 10⁻⁵ times the largest entry of its array.

mod comparison;
mod fixture;
mod masked;
mod memory;
mod newer;
mod recurrent;
mod transformer;

use std::collections::BTreeSet;

use attention::mask::Mask;
use attention::nn::{
    Embedding, Gru, LayerNorm, LearnedPositions, Linear, SinusoidalPositions, Tokens,
};
use attention::tape::{fused_additive_scores, stack};

use crate::proof::{Kind, Proof, assert_close, name_of};
use comparison::{TOLERANCE, layer, operation};
use fixture::Fixture;

pub(crate) fn proofs() -> Vec<Proof> {
    [
        layers(),
        grus(),
        positions(),
        operations(),
        masked::proofs(),
        memory::proofs(),
        newer::proofs(),
        recurrent::proofs(),
        transformer::proofs(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the cases of the file that no proof compares with.
pub(crate) fn unused(proofs: &[Proof]) -> Vec<String> {
    let golden = proofs.iter().filter(|proof| proof.kind == Kind::Golden);
    let compared: BTreeSet<&str> = golden.filter_map(|proof| proof.detail).collect();
    let cases = Fixture::cases().into_iter();
    let unused = cases.filter(|case| !compared.contains(case.as_str()));
    unused
        .map(|case| format!("nothing is compared with {case}"))
        .collect()
}

fn layers() -> Vec<Proof> {
    vec![
        layer(
            "linear",
            |rng| Linear::new(4, 5, rng),
            |linear, x| vec![("y", linear.forward(x.get("x")))],
        ),
        layer(
            "linear_without_bias",
            |rng| Linear::without_bias(4, 5, rng),
            |linear, x| vec![("y", linear.forward(x.get("x")))],
        ),
        layer(
            "embedding",
            |rng| Embedding::new(6, 3, rng),
            |embedding, x| {
                let tokens =
                    Tokens::new(x.whole("tokens"), 6).expect("all are below 6");
                vec![("y", embedding.forward(x.tape(), &tokens))]
            },
        ),
        layer(
            "layer_norm",
            |_| LayerNorm::new(5),
            |norm, x| vec![("y", norm.forward(x.get("x")))],
        ),
    ]
}

fn grus() -> Vec<Proof> {
    vec![
        layer(
            "gru_1",
            |rng| Gru::new(4, 3, 1, rng),
            |gru, x| {
                let read = gru.forward(x.get("x"), Some(x.get("start")));
                vec![("outputs", read.outputs), ("state", read.state)]
            },
        ),
        layer(
            "gru_2",
            |rng| Gru::new(4, 3, 2, rng),
            |gru, x| {
                let read = gru.forward(x.get("x"), Some(x.get("start")));
                vec![("outputs", read.outputs), ("state", read.state)]
            },
        ),
        layer(
            "gru_with_lens",
            |rng| Gru::new(4, 3, 2, rng),
            |gru, x| {
                let lens: Vec<usize> = x.whole("lens").into_iter().collect();
                let read =
                    gru.forward_with_lens(x.get("x"), Some(x.get("start")), &lens);
                vec![("outputs", read.outputs), ("state", read.state)]
            },
        ),
        operation("gru_gates", "gru_1", |x| {
            let (input, start) = (x.get("x"), x.get("start"));
            let of = |name: &str| x.get(&format!("layers.0.{name}"));
            let inputs = input.affine(of("input.weight"), of("input.bias"));
            let (weight, bias) = (of("hidden.weight"), of("hidden.bias"));
            let mut state = start.index(0, 0);
            let mut states = Vec::new();
            for step in 0..5 {
                let hidden = state.affine(weight, bias);
                state = inputs.index(1, step).gru_gates(hidden, state, &[false; 2]);
                states.push(state);
            }
            let outputs = stack(&states, 1);
            vec![("outputs", outputs), ("state", state.insert_axis(0))]
        }),
    ]
}

fn positions() -> Vec<Proof> {
    let rows = || {
        for (name, rows) in [
            ("even", SinusoidalPositions::new(6).rows(3, 4)),
            ("odd", SinusoidalPositions::new(5).rows(1000, 2)),
        ] {
            let expected = Fixture::of("sinusoids").tensor(&format!("out.{name}"));
            assert_close(name, &rows.into_dyn(), &expected, TOLERANCE);
        }
    };
    vec![
        Proof::new(&name_of::<SinusoidalPositions>(), Kind::Golden, rows)
            .of("sinusoids"),
        layer(
            "sinusoidal_positions",
            |_| SinusoidalPositions::new(6),
            |positions, x| vec![("y", positions.forward(x.get("x"), 3))],
        ),
        layer(
            "learned_positions",
            |rng| LearnedPositions::new(6, 4, rng),
            |positions, x| {
                let y = positions.forward(x.get("x"), 2);
                vec![("y", y.expect("there are six positions"))]
            },
        ),
    ]
}

fn operations() -> Vec<Proof> {
    vec![
        operation("fused_additive_scores", "additive_all", |x| {
            let queries = x.get("queries").matmul(x.get("query.weight"));
            let keys = x.get("keys").matmul(x.get("key.weight"));
            let scores = fused_additive_scores(queries, keys, x.get("score"));
            let weights = scores.softmax(&Mask::all());
            let output = weights.matmul(x.get("values"));
            vec![("output", output), ("weights", weights)]
        }),
        operation("affine", "linear", |x| {
            vec![("y", x.get("x").affine(x.get("weight"), x.get("bias")))]
        }),
        operation("log_softmax", "log_softmax", |x| {
            vec![("y", x.get("x").log_softmax())]
        }),
        operation("layer_norm", "layer_norm", |x| {
            let (gain, bias) = (x.get("weight"), x.get("bias"));
            vec![("y", x.get("x").layer_norm(gain, bias, 1e-5))]
        }),
        operation("cross_entropy", "cross_entropy", |x| {
            let loss = x.get("logits").cross_entropy(&x.whole("targets"), Some(2));
            vec![("loss", loss.reshape(&[1]))]
        }),
        operation("cross_entropy", "cross_entropy_of_all", |x| {
            let loss = x.get("logits").cross_entropy(&x.whole("targets"), None);
            vec![("loss", loss.reshape(&[1]))]
        }),
    ]
}
