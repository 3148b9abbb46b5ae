//! Tests of the layers against the scores on plain arrays, and under masks.

use super::*;
use crate::nn::{Dropout, Linear, Module, Param};
use crate::tape::{Attended, Mode, Tape, Var};
use ndarray::{Array3, Ix3};

fn random_batch(
    shape: (usize, usize, usize),
    seed: u64,
) -> Array3<Real> {
    normal(shape, 1.0, &mut ChaCha8Rng::seed_from_u64(seed))
}

/// Returns the three layers for queries and keys with 4 entries, with equal random inputs.
fn forward<'t>(
    layer: usize,
    dropout: Dropout,
    inputs: [Var<'t>; 3],
    mask: &Mask,
) -> Attended<'t> {
    let [queries, keys, values] = inputs;
    let rng = &mut ChaCha8Rng::seed_from_u64(21);
    match layer {
        0 => AdditiveAttention::new(4, 4, 5, dropout, rng)
            .forward(queries, keys, values, mask),
        1 => DotProductAttention::new(dropout)
            .forward(queries, keys, values, mask),
        _ => BilinearAttention::new(4, 4, dropout, rng)
            .forward(queries, keys, values, mask),
    }
}

#[test]
fn the_additive_layer_has_the_additive_scores() {
    let weights = additive_weights(6, 7, 5);
    let (queries, keys) =
        (random_batch((2, 2, 6), 1), random_batch((2, 3, 7), 2));
    let linear = |weight: &Array2<Real>| Linear {
        weight: Param::new(weight.clone()),
        bias: None,
    };
    let layer = AdditiveAttention {
        query: linear(&weights.query),
        key: linear(&weights.key),
        score: Param::new(weights.score.clone()),
        dropout: Dropout::off(),
    };
    assert_eq!(layer.param_count(), 6 * 5 + 7 * 5 + 5);
    let tape = Tape::new(Mode::Eval, 0);
    let scores = layer.scores(
        tape.constant(queries.clone()),
        tape.constant(keys.clone()),
    );
    for example in 0..2 {
        let [queries, keys] = [&queries, &keys]
            .map(|batch| batch.index_axis(Axis(0), example).to_owned());
        let expected =
            additive_scores(&queries, &keys, &weights).into_dyn();
        let scores = scores.index(0, example).value().into_owned();
        assert_close(&scores, &expected, 1e-5);
    }
}

#[test]
fn the_bilinear_layer_has_the_bilinear_scores_divided_by_the_root_of_the_key_size()
 {
    let (queries, keys) = (random((2, 6), 1), random((3, 4), 2));
    let rng = &mut ChaCha8Rng::seed_from_u64(21);
    let layer = BilinearAttention::new(6, 4, Dropout::off(), rng);
    let matrix = layer.matrix.weight.value().into_owned();
    let matrix =
        matrix.into_dimensionality().expect("a matrix has two axes");
    let scores = bilinear_scores(&queries, &matrix, &keys) / 2.0;
    let tape = Tape::new(Mode::Eval, 0);
    let batch = |x: Array2<Real>| tape.constant(x.insert_axis(Axis(0)));
    let values = batch(Array2::zeros((3, 1)));
    let attended = layer.forward(
        batch(queries),
        batch(keys),
        values,
        &Mask::all(),
    );
    let weights = attended.weights.index(0, 0).value().into_owned();
    assert_close(&weights, &softmax(&scores).into_dyn(), 1e-5);
}

#[test]
fn an_example_is_the_same_in_a_batch_as_alone() {
    let inputs = [(2, 4), (3, 4), (3, 6)];
    let [queries, keys, values] = inputs
        .map(|(rows, columns)| random_batch((1, rows, columns), 3));
    let padded = |pairs: &Array3<Real>| {
        let fill = |(_, row, _)| [99.0, -99.0][row];
        let room = Array3::from_shape_fn((1, 2, pairs.dim().2), fill);
        let first = concatenate![Axis(1), *pairs, room];
        concatenate![Axis(0), first, first]
    };
    let batch = [
        concatenate![Axis(0), queries, queries],
        padded(&keys),
        padded(&values),
    ];
    for layer in 0..3 {
        let tape = Tape::new(Mode::Eval, 0);
        let alone = [&queries, &keys, &values]
            .map(|x| tape.constant(x.clone()));
        let batch = batch.each_ref().map(|x| tape.constant(x.clone()));
        let alone = forward(layer, Dropout::off(), alone, &Mask::all());
        let lens = Mask::valid_lens([3, 5]);
        let batch = forward(layer, Dropout::off(), batch, &lens);
        let [alone, first] = [alone, batch].map(|attended| {
            attended.output.index(0, 0).value().into_owned()
        });
        assert_close(&first, &alone, 1e-5);
    }
}

#[test]
fn a_query_that_may_attend_to_nothing_has_zeros() {
    let inputs = [(2, 4), (3, 4), (3, 6)];
    let inputs = inputs
        .map(|(rows, columns)| random_batch((1, rows, columns), 3));
    for layer in 0..3 {
        let tape = Tape::new(Mode::Eval, 0);
        let inputs =
            inputs.each_ref().map(|x| tape.constant(x.clone()));
        let none = forward(
            layer,
            Dropout::off(),
            inputs,
            &Mask::valid_lens([0]),
        );
        assert!(
            none.weights.value().iter().all(|&weight| weight == 0.0)
        );
        assert!(none.output.value().iter().all(|&entry| entry == 0.0));
    }
}

#[test]
fn the_weights_that_are_returned_are_those_before_dropout() {
    let (queries, keys) =
        (random_batch((1, 50, 4), 1), random_batch((1, 6, 4), 2));
    let identity = Array2::<Real>::eye(6).insert_axis(Axis(0));
    for layer in 0..3 {
        let tape = Tape::new(Mode::Train, 5);
        let inputs = [&queries, &keys, &identity]
            .map(|x| tape.constant(x.clone()));
        let dropout = Dropout::new(0.5).expect("a rate below 1");
        let attended = forward(layer, dropout, inputs, &Mask::all());
        let three = |x: Var<'_>| {
            let x = x.value().into_owned().into_dimensionality::<Ix3>();
            x.expect("a batch has three axes")
        };
        let [weights, used] =
            [attended.weights, attended.output].map(three);
        let sums = weights.sum_axis(Axis(2));
        assert_close(&sums, &(&sums * 0.0 + 1.0), 1e-5);
        assert!(used.iter().any(|&weight| weight == 0.0));
        for (&used, &weight) in used.iter().zip(&weights) {
            assert!(used == 0.0 || (used - 2.0 * weight).abs() < 1e-5);
        }
    }
}
