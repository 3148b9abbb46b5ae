//! Sequences of different lengths.

use engine::nn::Module;
use engine::tape::Gradients;
use ndarray::{ArrayD, Axis, Ix3};

use super::*;

/// Reads the same sequences with different padding.
fn with_padding(padding: Real) -> (ArrayD<Real>, ArrayD<Real>, Gradients, Gru) {
    let (gru, lens) = (gru(2, 3, 2), [2, 4, 0]);
    let mut x: Array3<Real> = random((3, 4, 2), 1);
    for (mut example, len) in x.outer_iter_mut().zip(lens) {
        let mut rest = example.slice_axis_mut(Axis(0), (len..).into());
        rest.fill(padding);
    }
    let tape = Tape::new(Mode::Check, 0);
    let start = tape.constant(random((2, 3, 3), 2));
    let read = gru.forward_with_lens(tape.constant(x), Some(start), &lens);
    let (outputs, state) = (read.outputs.value(), read.state.value());
    let loss = (read.outputs * read.outputs).sum() + read.state.sum();
    (outputs.into_owned(), state.into_owned(), loss.backward(), gru)
}

#[test]
fn padding_changes_nothing() {
    let (outputs, state, gradients, gru) = with_padding(0.0);
    for padding in [1.0, -1e30, Real::INFINITY, Real::NAN] {
        let (others, other, changed, same) = with_padding(padding);
        assert_eq!((&outputs, &state), (&others, &other), "{padding}");
        if !padding.is_finite() {
            continue; // 0 times NaN, in the gradient of the weights
        }
        for ((name, a), (_, b)) in gru.params().iter().zip(&same.params()) {
            assert_eq!(gradients.of(a), changed.of(b), "{name} with {padding}");
        }
    }
}

#[test]
fn a_sequence_that_has_ended_keeps_its_state() {
    let gru = gru(2, 3, 2);
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(random((3, 5, 2), 1));
    let start = tape.variable(random((2, 3, 3), 2));
    let read = gru.forward_with_lens(x, Some(start), &[2, 4, 0]);
    let outputs = read.outputs.value().into_dimensionality::<Ix3>().unwrap();
    let last = read.state.index(0, 1).value();
    for (example, len) in [(0, 2), (1, 4), (2, 0)] {
        let outputs = outputs.index_axis(Axis(0), example);
        let last = last.index_axis(Axis(0), example).to_owned();
        for step in usize::max(len, 1) - 1..5 {
            assert_eq!(outputs.index_axis(Axis(0), step).into_dyn(), last);
        }
    }
    // The sequence without steps returns its initial state, and its gradient.
    let (from, to) = (start.value(), read.state.value());
    assert_eq!(from.index_axis(Axis(1), 2), to.index_axis(Axis(1), 2));
    let gradients = read.state.sum().backward();
    let (dstart, dx) = (gradients.wrt(start).unwrap(), gradients.wrt(x).unwrap());
    assert!(dstart.index_axis(Axis(1), 2).iter().all(|&d| d == 1.0));
    let zeros = |example, from: usize| {
        let rest = dx.index_axis(Axis(0), example);
        let rest = rest.slice_axis(Axis(0), (from..).into());
        rest.iter().all(|&d| d == 0.0)
    };
    assert!(zeros(0, 2) && zeros(1, 4) && zeros(2, 0) && !zeros(1, 3));
}
