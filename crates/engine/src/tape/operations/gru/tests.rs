use ndarray::{Array, Array2, ArrayD, array};

use super::*;
use crate::tape::{Mode, Tape, check};
use crate::testing::{assert_close, random};

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
    [
        random((batch, 3 * size), 1).into_dyn(),
        random((batch, 3 * size), 2).into_dyn(),
        random((batch, size), 3).into_dyn(),
    ]
}

#[test]
fn equals_the_composition_of_primitives() {
    for (batch, size) in [(1, 1), (2, 3), (5, 8), (3, 33), (0, 3), (2, 0)] {
        let run = |fused: bool| {
            let tape = Tape::new(Mode::Check, 0);
            let vars = inputs(batch, size).map(|input| tape.variable(input));
            let [a, c, h] = vars;
            let next = if fused {
                a.gru_gates(c, h, &vec![false; batch])
            } else {
                composed(a, c, h)
            };
            let value = next.value().into_owned();
            let gradients = next.backward_from(random((batch, size), 4).into_dyn());
            let gradients = vars.map(|var| gradients.wrt(var).unwrap().clone());
            (value, gradients)
        };
        let ((fused, by_fused), (composed, by_composed)) = (run(true), run(false));
        assert_close(&fused, &composed, 1e-6);
        for (one, other) in by_fused.iter().zip(&by_composed) {
            assert_close(one, other, 2e-6);
        }
    }
}

#[test]
fn gradients_agree_with_differences() {
    check::gradients(&inputs(3, 4), |_, v| {
        v[0].gru_gates(v[1], v[2], &[false, true, false])
    })
    .unwrap();
}

/// Rows of a transposed array are not contiguous; rows of a longer sequence are, but with gaps
/// between them.
#[test]
fn parents_may_lie_in_any_order() {
    let [a, c, h] = inputs(3, 4);
    let expected = {
        let tape = Tape::new(Mode::Eval, 0);
        let [a, c, h] = [&a, &c, &h].map(|x| tape.constant(x.clone()));
        a.gru_gates(c, h, &[false; 3]).value()
    };
    let tape = Tape::new(Mode::Eval, 0);
    let transposed = [&a, &c, &h].map(|x| {
        let columns = x.clone().reversed_axes().as_standard_layout().into_owned();
        tape.constant(columns).transpose()
    });
    let [at, ct, ht] = transposed;
    assert_eq!(at.gru_gates(ct, ht, &[false; 3]).value(), expected);
    let sequence = tape.constant(
        ndarray::stack(Axis(1), &[c.view(), a.view()]).expect("the shapes are equal"),
    );
    let (second, first) = (sequence.index(1, 1), sequence.index(1, 0));
    assert_eq!(second.gru_gates(first, ht, &[false; 3]).value(), expected);
}

#[test]
fn the_same_parent_twice() {
    let [a, _, h] = inputs(2, 3);
    check::gradients(&[a, h], |_, v| {
        v[0].gru_gates(v[0], v[1], &[false, false]) * v[1]
    })
    .unwrap();
}

#[test]
fn only_wanted_gradients_are_computed() {
    for wanted in 0..3 {
        let tape = Tape::new(Mode::Check, 0);
        let mut vars = inputs(2, 3).map(|input| tape.constant(input));
        vars[wanted] = tape.variable(inputs(2, 3)[wanted].clone());
        let [a, c, h] = vars;
        let gradients = a.gru_gates(c, h, &[false, false]).sum().backward();
        for (index, var) in vars.into_iter().enumerate() {
            assert_eq!(gradients.wrt(var).is_some(), index == wanted);
        }
    }
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

#[test]
#[should_panic(
    expected = "gru_gates: [2, 12] x [2, 12] x [2, 3]: expected [batch, 3 * size] twice \
                           and [batch, size]"
)]
fn other_shapes_are_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((2, 12), 1));
    x.gru_gates(x, tape.constant(random((2, 3), 1)), &[false, false]);
}

#[test]
#[should_panic(
    expected = "gru_gates: [2, 3] with 1 entries of ended: expected one for each sequence"
)]
fn another_number_of_ends_is_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((2, 9), 1));
    x.gru_gates(x, tape.constant(random((2, 3), 1)), &[false]);
}
