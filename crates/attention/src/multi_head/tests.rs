use super::*;
use crate::Real;
use crate::array::assert_close;
use crate::mask::Mask;
use crate::nn::{ConfigError, init::normal};
use crate::tape::{Mode, Tape, attention};
use ndarray::{Array3, Array4};
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
    let heads = split_heads(&x, 4);
    let expected = Array4::from_shape_fn((2, 4, 3, 2), |(b, head, row, entry)| {
        x[[b, row, 2 * head + entry]]
    });
    assert_eq!(heads, expected);
    assert_eq!(merge_heads(&heads), x);
}

#[test]
#[should_panic(expected = "split_heads: [2, 3, 10]: 4 heads do not divide 10 columns")]
fn heads_that_do_not_divide() {
    split_heads(&Array3::zeros((2, 3, 10)), 4);
}

#[test]
fn settings_are_checked() {
    for (hidden, heads) in [(10, 4), (10, 0), (2, 4)] {
        let error = MultiHead::new(&MultiHeadConfig::new(hidden, heads), &mut rng(0));
        let expected = ConfigError::HeadsMustDivide { hidden, heads };
        assert_eq!(error.unwrap_err(), expected);
    }
}

/// The operation of the tape takes heads as slices of columns and splits nothing.
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
    let slices = attention(
        layer.query.forward(queries),
        layer.key.forward(keys),
        layer.value.forward(values),
        3,
        &mask,
    );
    assert_close(&output.value(), &layer.output.forward(slices).value(), 1e-5);
}

#[test]
fn a_head_is_taken_out_of_a_copy() {
    let layer =
        MultiHead::new(&MultiHeadConfig::new(6, 3).bias(), &mut rng(1)).unwrap();
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
    assert!(layer.query.weight.value().iter().all(|&entry| entry != 0.0));
}

#[test]
#[should_panic(expected = "without_head: no head 3 among 3")]
fn a_head_that_is_not_there() {
    let layer = MultiHead::new(&MultiHeadConfig::new(6, 3), &mut rng(1)).unwrap();
    let _ = layer.without_head(3);
}
