//! Numbers that PyTorch computed, forward and backward; see `tests/golden/README.md`.
//!
//! An entry may differ by 10⁻⁵ times the largest entry of its array.

mod comparison;
mod fixture;
pub(crate) mod masked;
mod memory;
mod newer;
mod recurrent;
mod transformer;

use std::collections::BTreeSet;

use attention::nn::{
    Embedding, Gru, LayerNorm, LearnedPositions, Linear, SinusoidalPositions, Tokens,
};

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
    unused.map(|case| format!("nothing is compared with {case}")).collect()
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
                let tokens = Tokens::new(x.whole("tokens"), 6).expect("all are below 6");
                vec![("y", embedding.forward(x.tape(), &tokens))]
            },
        ),
        layer("layer_norm", |_| LayerNorm::new(5), |norm, x| vec![("y", norm.forward(x.get("x")))]),
    ]
}

fn grus() -> Vec<Proof> {
    let of = |case, layers| {
        layer(
            case,
            move |rng| Gru::new(4, 3, layers, rng),
            move |gru, x| {
                let (sequences, start) = (x.get("x"), Some(x.get("start")));
                let read = if case == "gru_with_lens" {
                    let lens: Vec<usize> = x.whole("lens").into_iter().collect();
                    gru.forward_with_lens(sequences, start, &lens)
                } else {
                    gru.forward(sequences, start)
                };
                vec![("outputs", read.outputs), ("state", read.state)]
            },
        )
    };
    vec![of("gru_1", 1), of("gru_2", 2), of("gru_with_lens", 2)]
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
        Proof::new(&name_of::<SinusoidalPositions>(), Kind::Golden, rows).of("sinusoids"),
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
        operation("log_softmax", "log_softmax", |x| vec![("y", x.get("x").log_softmax())]),
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
