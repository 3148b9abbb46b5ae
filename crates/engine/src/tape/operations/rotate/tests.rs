use super::*;
use crate::tape::operations::layouts::gradients_hold;
use crate::tape::operations::testing::{assert_close, assert_same, random};
use crate::tape::{Mode, Tape, concat};
use ndarray::{Array2, array};

const PAIRINGS: [Pairing; 2] = [Pairing::Interleaved, Pairing::HalfSplit];
const ANGLES: [Real; 2] = [1.0, 0.3];

/// Rotates with slices, products, and sums.
fn composed<'t>(x: Var<'t>, pairing: Pairing, start: usize) -> Var<'t> {
    let [.., steps, dim] = x.shape()[..] else {
        panic!("needs two axes")
    };
    let last = x.shape().len() - 1;
    let column = |column: usize| x.slice(last, column..column + 1);
    let mut columns: Vec<_> = (0..dim).map(column).collect();
    for (pair, angle) in ANGLES.into_iter().enumerate() {
        let [a, b] = pairing.columns(pair, ANGLES.len());
        let turn = |(step, _)| (start + step) as Real * angle;
        let turn = Array2::from_shape_fn((steps, 1), turn);
        let [cosine, sine] = [turn.cos(), turn.sin()].map(|t| x.tape().constant(t));
        columns[a] = column(a) * cosine - column(b) * sine;
        columns[b] = column(a) * sine + column(b) * cosine;
    }
    concat(&columns, last)
}

#[test]
fn equals_the_composition() {
    for pairing in PAIRINGS {
        for shape in [&[3, 4][..], &[2, 3, 5], &[2, 2, 3, 4]] {
            assert_same(
                &[random(shape, 1)],
                |v| v[0].rotate(&ANGLES, pairing, 7),
                |v| composed(v[0], pairing, 7),
            );
        }
    }
}

#[test]
fn gradients_agree_with_differences() {
    for pairing in PAIRINGS {
        let x = [random(&[2, 3, 5], 1)];
        gradients_hold(&x, |_, v| v[0].rotate(&ANGLES, pairing, 2));
    }
}

#[test]
fn a_step_alone_is_as_in_a_sequence() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random(&[2, 4, 4], 1));
    for pairing in PAIRINGS {
        let all = x.rotate(&ANGLES, pairing, 100_000);
        let last = x.slice(1, 3..).rotate(&ANGLES, pairing, 100_003);
        assert_eq!(all.slice(1, 3..).value(), last.value());
    }
}

#[test]
fn columns_after_the_pairs_stay() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(array![[1.0, 2.0, 3.0]]);
    let y = x.rotate(&[2.0], Pairing::HalfSplit, 1).value();
    assert!(y[[0, 0]] != 1.0 && y[[0, 1]] != 2.0 && y[[0, 2]] == 3.0);
    assert_close(
        &x.rotate(&[], Pairing::Interleaved, 1).value().to_owned(),
        &array![[1.0, 2.0, 3.0]].into_dyn(),
    );
}

#[test]
fn empty_arrays_pass() {
    for shape in [[0, 3, 4], [2, 0, 4]] {
        let tape = Tape::new(Mode::Check, 0);
        let x = tape.variable(ArrayD::zeros(&shape[..]));
        let y = x.rotate(&ANGLES, Pairing::HalfSplit, 0);
        let gradients = y.sum().backward();
        assert_eq!(gradients.wrt(x).unwrap().shape(), shape);
    }
}

#[test]
#[should_panic(expected = "rotate: [2, 3]: 2 angles need 4 columns")]
fn too_many_angles() {
    let tape = Tape::new(Mode::Eval, 0);
    let _ =
        tape.constant(Array2::zeros((2, 3)))
            .rotate(&ANGLES, Pairing::Interleaved, 0);
}

#[test]
#[should_panic(expected = "rotate: [4]: needs at least two axes")]
fn one_axis() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(array![1.0, 2.0, 3.0, 4.0]);
    let _ = x.rotate(&ANGLES, Pairing::Interleaved, 0);
}

#[test]
#[should_panic(expected = "rotate: [2, 4] at position ")]
fn positions_beyond_the_largest() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(Array2::zeros((2, 4)));
    let _ = x.rotate(&ANGLES, Pairing::Interleaved, usize::MAX);
}
