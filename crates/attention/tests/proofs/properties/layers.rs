//! Each example, and each row, has the same output alone and in a batch.

use attention::Real;
use attention::nn::{
    Embedding, GatedFeedForward, LayerNorm, LearnedPositions, Linear, Module, RmsNorm,
    SinusoidalPositions, Tokens,
};
use attention::tape::{Mode, Tape, Var};
use ndarray::{Array2, ArrayD, Axis};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::{Case, assert_same, property, slice};
use crate::proof::{Proof, name_of};

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        layer(
            |case, rng| Linear::new(case.dim, case.value_dim, rng),
            |linear, x, _| linear.forward(x),
        ),
        layer(
            |case, _| LayerNorm::new(case.dim),
            |norm, x, _| norm.forward(x),
        ),
        layer(
            |case, _| RmsNorm::new(case.dim),
            |norm, x, _| norm.forward(x),
        ),
        layer(
            |case, rng| GatedFeedForward::new(case.dim, case.value_dim, rng),
            |network, x, _| network.forward(x),
        ),
        layer(
            |case, rng| LearnedPositions::new(case.queries, case.dim, rng),
            |positions, x, offset| {
                positions.forward(x, offset).expect("enough positions")
            },
        ),
        layer(
            |case, _| SinusoidalPositions::new(case.dim),
            |positions, x, offset| positions.forward(x, offset),
        ),
        property(&name_of::<Embedding>(), ALONE, embedding),
    ]
}

const ALONE: &str = "alone_as_in_a_batch";

/// `forward` receives the position of the first step.
fn layer<M: Module + 'static>(
    make: fn(&Case, &mut ChaCha8Rng) -> M,
    forward: for<'t> fn(&M, Var<'t>, usize) -> Var<'t>,
) -> Proof {
    property(&name_of::<M>(), ALONE, move |case| {
        let layer = make(&case, &mut case.rng(1));
        for (seed, (_, param)) in (100..).zip(layer.params()) {
            let new = case.numbers(seed, &param.shape());
            param.update(|value| *value = new.into_shared());
        }
        let of = |x: ArrayD<Real>, offset| {
            let tape = Tape::new(Mode::Eval, 0);
            forward(&layer, tape.constant(x), offset).value().to_owned()
        };
        let x = case.numbers(2, &[case.batch, case.queries, case.dim]);
        let together = of(x.clone(), 0);
        for example in 0..case.batch {
            let one = example..example + 1;
            let (x, y) = (slice(&x, 0, one.clone()), slice(&together, 0, one));
            assert_same("an example alone", &of(x.clone(), 0), &y);
            for step in [0, case.queries / 2, case.queries - 1] {
                let now = step..step + 1;
                let (x, y) = (slice(&x, 1, now.clone()), slice(&y, 1, now));
                assert_same("a row alone", &of(x, step), &y);
            }
        }
    })
}

fn embedding(case: Case) {
    let (vocab, mut rng) = (case.keys, case.rng(1));
    let embedding = Embedding::new(vocab, case.dim, &mut rng);
    let shape = (case.batch, case.queries);
    let ids = Array2::from_shape_simple_fn(shape, || rng.random_range(0..vocab));
    let of = |ids: Array2<usize>| {
        let tape = Tape::new(Mode::Eval, 0);
        let tokens = Tokens::new(ids, vocab).expect("all are below vocab");
        embedding.forward(&tape, &tokens).value().to_owned()
    };
    let together = of(ids.clone());
    for (example, alone) in ids.outer_iter().enumerate() {
        let alone = of(alone.insert_axis(Axis(0)).to_owned());
        assert_same(
            "an example alone",
            &alone,
            &slice(&together, 0, example..example + 1),
        );
    }
}
