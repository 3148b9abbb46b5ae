//! Tests of the layers against the scores on plain arrays, and under masks.

use attention::nn::{Dropout, Linear, Module, Param};
use attention::tape::{Attended, Mode, Tape, Var};
use engine::testing::rng;
use ndarray::Ix3;

use super::*;

/// Returns the three layers for queries and keys with 4 entries, with equal random inputs.
fn forward<'t>(layer: usize, dropout: Dropout, inputs: [Var<'t>; 3], mask: &Mask) -> Attended<'t> {
    let [queries, keys, values] = inputs;
    let rng = &mut rng(21);
    match layer {
        0 => AdditiveAttention::new(4, 4, 5, dropout, rng).forward(queries, keys, values, mask),
        1 => DotProductAttention::new(dropout).forward(queries, keys, values, mask),
        _ => BilinearAttention::new(4, 4, dropout, rng).forward(queries, keys, values, mask),
    }
}

#[test]
fn the_additive_layer_has_the_additive_scores() {
    let weights = additive_weights(6, 7, 5);
    let (queries, keys) = (random((2, 2, 6), 1), random((2, 3, 7), 2));
    let linear = |weight: &Array2<Real>| Linear { weight: Param::new(weight.clone()), bias: None };
    let layer = AdditiveAttention {
        query: linear(&weights.query),
        key: linear(&weights.key),
        score: Param::new(weights.score.clone()),
        dropout: Dropout::off(),
    };
    assert_eq!(layer.param_count(), 6 * 5 + 7 * 5 + 5);
    // Initial weights from 50 entries to one score.
    let initial = AdditiveAttention::new(6, 7, 50, Dropout::off(), &mut rng(1)).score.value();
    let largest = initial.fold(0.0, |most: Real, x| most.max(x.abs()));
    let bound = (6.0 as Real / 51.0).sqrt();
    assert!(0.9 * bound < largest && largest <= bound, "{largest}");
    let tape = Tape::new(Mode::Eval, 0);
    let scores = layer.scores(tape.constant(queries.clone()), tape.constant(keys.clone()));
    for example in 0..2 {
        let [queries, keys] =
            [&queries, &keys].map(|batch| batch.index_axis(Axis(0), example).to_owned());
        let expected = additive_scores(&queries, &keys, &weights).into_dyn();
        let scores = scores.index(0, example).value().into_owned();
        assert_close(&scores, &expected, 1e-5);
    }
}

#[test]
fn the_weights_that_are_returned_are_those_before_dropout() {
    let (queries, keys) = (random((1, 50, 4), 1), random((1, 6, 4), 2));
    let identity = Array2::<Real>::eye(6).insert_axis(Axis(0));
    for layer in 0..3 {
        let tape = Tape::new(Mode::Train, 5);
        let inputs = [&queries, &keys, &identity].map(|x| tape.constant(x.clone()));
        let dropout = Dropout::new(0.5).expect("a rate below 1");
        let attended = forward(layer, dropout, inputs, &Mask::all());
        let three = |x: Var<'_>| {
            let x = x.value().into_owned().into_dimensionality::<Ix3>();
            x.expect("a batch has three axes")
        };
        let [weights, used] = [attended.weights, attended.output].map(three);
        let sums = weights.sum_axis(Axis(2));
        assert_close(&sums, &(&sums * 0.0 + 1.0), 1e-5);
        assert!(used.iter().any(|&weight| weight == 0.0));
        for (&used, &weight) in used.iter().zip(&weights) {
            assert!(used == 0.0 || (used - 2.0 * weight).abs() < 1e-5);
        }
    }
}
