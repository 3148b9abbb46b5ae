mod cache;
mod properties;
mod slope;

use super::*;
use crate::Real;
use crate::array::assert_close;
use crate::mask::Mask;
use crate::nn::{ConfigError, Dropout, init::normal};
use crate::tape::{Mode, Tape, fused_attend};
use ndarray::{Array3, Array4, Axis};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn random(shape: (usize, usize, usize), seed: u64) -> Array3<Real> {
    normal(shape, 1.0, &mut rng(seed))
}

#[test]
fn entries_are_where_they_belong() {
    let x = Array3::from_shape_fn((2, 3, 8), |(b, row, column)| {
        (100 * b + 10 * row + column) as Real
    });
    let tape = Tape::new(Mode::Eval, 0);
    let heads = split_heads(tape.constant(x.clone()), 4);
    let expected =
        Array4::from_shape_fn((2, 4, 3, 2), |(b, head, row, entry)| {
            x[[b, row, 2 * head + entry]]
        });
    assert_eq!(heads.value(), expected.into_dyn());
    assert_eq!(merge_heads(heads).value(), x.into_dyn());
}

#[test]
#[should_panic(
    expected = "split_heads: [2, 3, 10]: 10 columns are not divisible by 4 heads"
)]
fn heads_that_do_not_divide() {
    let tape = Tape::new(Mode::Eval, 0);
    split_heads(tape.constant(Array3::zeros((2, 3, 10))), 4);
}

#[test]
fn settings_are_checked() {
    for (hidden, heads) in [(10, 4), (10, 0), (2, 4)] {
        let error = MultiHead::new(
            &MultiHeadConfig::new(hidden, heads),
            &mut rng(0),
        );
        let expected = ConfigError::HeadsMustDivide { hidden, heads };
        assert_eq!(error.unwrap_err(), expected);
    }
}

/// The operation of the tape reads heads as slices of columns and splits nothing.
#[test]
fn agrees_with_slices_of_columns() {
    let config = MultiHeadConfig::new(12, 3).inputs(5, 4, 7).bias();
    let layer = MultiHead::new(&config, &mut rng(1)).unwrap();
    let mask = Mask::valid_lens([4, 0]);
    let tape = Tape::new(Mode::Eval, 0);
    let queries = tape.constant(random((2, 3, 5), 2));
    let keys = tape.constant(random((2, 4, 4), 3));
    let values = tape.constant(random((2, 4, 7), 4));
    let output = layer.forward(queries, keys, values, &mask).output;
    let slices = fused_attend(
        layer.query.forward(queries),
        layer.key.forward(keys),
        layer.value.forward(values),
        3,
        3,
        &mask,
    );
    assert_close(
        &output.value(),
        &layer.output.forward(slices).value(),
        1e-5,
    );
}

#[test]
fn a_head_is_taken_out_of_a_copy() {
    let layer =
        MultiHead::new(&MultiHeadConfig::new(6, 3).bias(), &mut rng(1))
            .unwrap();
    let before = layer.output.weight.value();
    let without = layer.without_head(1);
    assert_eq!(layer.output.weight.value(), before);
    for ((row, column), &entry) in without
        .output
        .weight
        .value()
        .view()
        .into_dimensionality::<ndarray::Ix2>()
        .unwrap()
        .indexed_iter()
    {
        let expected = if row / 2 == 1 {
            0.0
        } else {
            before[[row, column]]
        };
        assert_eq!(entry, expected);
    }
    without.query.weight.update(|weight| weight.fill(0.0));
    assert!(
        layer.query.weight.value().iter().all(|&entry| entry != 0.0)
    );
}

#[test]
#[should_panic(expected = "without_head: no head 3 among 3")]
fn a_head_that_is_not_there() {
    let layer =
        MultiHead::new(&MultiHeadConfig::new(6, 3), &mut rng(1))
            .unwrap();
    let _ = layer.without_head(3);
}

#[test]
fn kept_heads_are_columns_and_rows() {
    let config = MultiHeadConfig::new(6, 3).inputs(4, 5, 7).bias();
    let layer = MultiHead::new(&config, &mut rng(1)).unwrap();
    let smaller = layer.keep_heads(&[2, 0]);
    assert_eq!(smaller.heads(), 2);
    let places = [4, 5, 0, 1];
    for (all, kept) in [
        (&layer.query, &smaller.query),
        (&layer.key, &smaller.key),
        (&layer.value, &smaller.value),
    ] {
        let columns = all.weight.value().select(Axis(1), &places);
        assert_eq!(kept.weight.value(), columns.into_shared());
        assert_eq!(kept.bias.as_ref().unwrap().shape(), [4]);
    }
    let rows = layer.output.weight.value().select(Axis(0), &places);
    assert_eq!(smaller.output.weight.value(), rows.into_shared());
    assert_eq!(smaller.output.bias.as_ref().unwrap().shape(), [6]);
}

/// Removing a head and removing its contribution have the same output.
#[test]
fn heads_that_are_not_kept_contribute_nothing() {
    let layer =
        MultiHead::new(&MultiHeadConfig::new(6, 3), &mut rng(1))
            .unwrap();
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((2, 4, 6), 2));
    let output = |layer: &MultiHead| {
        layer.forward(x, x, x, &Mask::causal()).output
    };
    let kept = output(&layer.keep_heads(&[0, 2])).value();
    assert_close(&kept, &output(&layer.without_head(1)).value(), 1e-5);
    let parts =
        [0, 1, 2].map(|head| output(&layer.keep_heads(&[head])));
    let sum = (parts[0] + parts[1] + parts[2]).value();
    assert_close(&sum, &output(&layer).value(), 1e-5);
}

#[test]
#[should_panic(expected = "keep_heads: cannot keep [0, 3] of 3 heads")]
fn heads_that_are_not_there() {
    let layer =
        MultiHead::new(&MultiHeadConfig::new(6, 3), &mut rng(1))
            .unwrap();
    let _ = layer.keep_heads(&[0, 3]);
}

#[test]
#[should_panic(expected = "keep_heads: cannot keep [] of 3 heads")]
fn no_head_at_all() {
    let layer =
        MultiHead::new(&MultiHeadConfig::new(6, 3), &mut rng(1))
            .unwrap();
    let _ = layer.keep_heads(&[]);
}

/// Example 0 has length 4 for each of its heads, example 1 has length 2, and none are swapped.
#[test]
fn all_heads_of_an_example_share_its_mask() {
    let layer =
        MultiHead::new(&MultiHeadConfig::new(6, 3), &mut rng(1))
            .unwrap();
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((2, 5, 6), 2));
    let weights =
        layer.forward(x, x, x, &Mask::valid_lens([4, 2])).weights;
    for (place, &weight) in weights.value().indexed_iter() {
        let allowed = place[3] < [4, 2][place[0]];
        assert_eq!(weight > 0.0, allowed, "{place:?}: {weight}");
    }
}

/// The returned weights are those before dropout, as without dropout.
#[test]
fn weights_do_not_show_dropout() {
    let config =
        MultiHeadConfig::new(6, 3).dropout(Dropout::new(0.5).unwrap());
    let layer = MultiHead::new(&config, &mut rng(1)).unwrap();
    let run = |mode| {
        let tape = Tape::new(mode, 0);
        let x = tape.constant(random((2, 4, 6), 2));
        let attended = layer.forward(x, x, x, &Mask::all());
        (attended.output.value(), attended.weights.value())
    };
    let (with, weights) = run(Mode::Train);
    let (without, expected) = run(Mode::Eval);
    assert_eq!(weights, expected);
    assert_ne!(with, without);
}
