//! One step of a gated recurrent unit.

use engine::Real;
use engine::tape::{Mode, Tape, Var};
use ndarray::{Array, Array2, ArrayD, Axis, array};

use crate::statements::{Operation, gradients_hold, random};

/// Computes the step as a sequence of operations.
fn composed<'t>(a: Var<'t>, c: Var<'t>, h: Var<'t>) -> Var<'t> {
    let [_batch, size] = h.dims();
    let part = |x: Var<'t>, i: usize| x.slice(1, i * size..(i + 1) * size);
    let r = (part(a, 0) + part(c, 0)).sigmoid();
    let z = (part(a, 1) + part(c, 1)).sigmoid();
    let n = (part(a, 2) + r * part(c, 2)).tanh();
    n + z * (h - n)
}

fn inputs(batch: usize, size: usize) -> [ArrayD<Real>; 3] {
    [random(&[batch, 3 * size], 1), random(&[batch, 3 * size], 2), random(&[batch, size], 3)]
}

/// The gates are 1/2, and the candidate is tanh(0 + 1/2 · 2 atanh(1/2)) = 1/2: 1/2 + 1/2 (1/4 -
/// 1/2).
pub(crate) fn gru_gates(of: Operation) {
    of.value(
        [
            array![[0.0, 0.0, 0.0]].into_dyn(),
            array![[0.0, 0.0, 2.0 * (0.5 as Real).atanh()]].into_dyn(),
            array![[0.25]].into_dyn(),
        ],
        |v| v[0].gru_gates(v[1], v[2], &[false]),
        array![[0.375]],
    );
    let ended = [false, true, false];
    of.gradients(inputs(3, 4), |v| v[0].gru_gates(v[1], v[2], &ended));
    for (batch, size) in [(1, 1), (2, 3), (5, 8), (3, 33), (0, 3), (2, 0)] {
        of.composition(
            inputs(batch, size),
            |v| v[0].gru_gates(v[1], v[2], &vec![false; batch]),
            |v| composed(v[0], v[1], v[2]),
        );
    }
    let shapes = "expected [batch, 3 * size] twice and [batch, size]";
    of.panics(
        [&[2, 12], &[2, 12], &[2, 3]],
        |v| v[0].gru_gates(v[1], v[2], &[false, false]),
        &format!("[2, 12] x [2, 12] x [2, 3]: {shapes}"),
    );
    of.panics(
        [&[2, 9], &[2, 9], &[2, 3]],
        |v| v[0].gru_gates(v[1], v[2], &[false]),
        "[2, 3] with 1 entries of ended: expected one for each sequence",
    );
}

#[test]
fn the_same_parent_twice() {
    let [a, _, h] = inputs(2, 3);
    gradients_hold(&[a, h], |_, v| v[0].gru_gates(v[0], v[1], &[false, false]) * v[1]);
}

/// Rows of a longer sequence are contiguous, but with gaps between them.
#[test]
fn parents_may_be_steps_of_a_sequence() {
    let [a, c, h] = inputs(3, 4);
    let tape = Tape::new(Mode::Eval, 0);
    let sequence = ndarray::stack(Axis(1), &[c.view(), a.view()]);
    let sequence = tape.constant(sequence.expect("the shapes are equal"));
    let (first, second) = (sequence.index(1, 0), sequence.index(1, 1));
    let [a, c, h] = [a, c, h].map(|x| tape.constant(x));
    let expected = a.gru_gates(c, h, &[false; 3]).value();
    assert_eq!(second.gru_gates(first, h, &[false; 3]).value(), expected);
}

#[test]
fn an_ended_sequence_ignores_its_inputs() {
    let tape = Tape::new(Mode::Check, 0);
    let nan = |shape| tape.variable(Array::from_elem(shape, Real::NAN));
    let h = tape.variable(array![[1.0, -3.0]]);
    let (a, c) = (nan((1, 6)), nan((1, 6)));
    let next = a.gru_gates(c, h, &[true]);
    assert_eq!(next.value(), h.value());
    let gradients = next.backward_from(array![[5.0, 7.0]].into_dyn());
    let zeros: Array2<Real> = Array2::zeros((1, 6));
    assert_eq!(gradients.wrt(a).unwrap(), &zeros.clone().into_dyn());
    assert_eq!(gradients.wrt(c).unwrap(), &zeros.into_dyn());
    assert_eq!(gradients.wrt(h).unwrap(), &array![[5.0, 7.0]].into_dyn());
}

#[test]
fn gates_that_are_wide_open_or_shut() {
    let tape = Tape::new(Mode::Check, 0);
    let h = tape.variable(array![[0.5]]);
    let zeros = tape.variable(array![[0.0, 0.0, 0.0]]);
    let keep = tape.variable(array![[0.0, 1e4, 3.0]]);
    assert_eq!(keep.gru_gates(zeros, h, &[false]).item(), 0.5);
    let replace = tape.variable(array![[0.0, -1e4, 1e4]]);
    assert_eq!(replace.gru_gates(zeros, h, &[false]).item(), 1.0);
}
