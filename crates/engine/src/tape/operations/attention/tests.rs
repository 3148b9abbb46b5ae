//! Tests of [`attend`]. The fused operation is compared with it in `tests/fused.rs`.

use super::*;
use crate::tape::operations::layouts::gradients_hold;
use crate::tape::operations::testing::{assert_close, random};
use crate::tape::{Mode, Tape};
use ndarray::{ArrayD, array};

mod fused;
mod properties;

fn zeros<'t>(tape: &'t Tape, shape: &[usize]) -> Var<'t> {
    tape.constant(ArrayD::zeros(shape))
}

#[test]
fn by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let three: Real = 3.0;
    // dim is 4, so that the scores 0 and 2 ln 3 are divided by 2.
    let queries = tape.variable(array![[2.0 * three.ln(), 0.0, 0.0, 0.0]]);
    let keys = tape.variable(array![[0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0]]);
    let values = tape.variable(array![[4.0, 0.0], [8.0, 1.0]]);
    let Attended { output, weights } = attend(queries, keys, values, &Mask::all(), 0.0);
    assert_close(
        &weights.value().to_owned(),
        &array![[0.25, 0.75]].into_dyn(),
    );
    assert_close(&output.value().to_owned(), &array![[7.0, 0.75]].into_dyn());
    let gradients = output.backward_from(array![[1.0, 0.0]].into_dyn());
    let expected = array![[0.25, 0.0], [0.75, 0.0]].into_dyn();
    assert_close(gradients.wrt(values).unwrap(), &expected);
    // The gradients of the scores are 0.25 (4 - 7) and 0.75 (8 - 7), and half of that for the
    // products.
    let expected = array![[0.375, -0.375, 0.375, 0.0]].into_dyn();
    assert_close(gradients.wrt(queries).unwrap(), &expected);
}

#[test]
fn gradients_agree_with_differences() {
    let shapes = [[2, 3, 4], [2, 5, 4], [2, 5, 2]];
    let inputs = shapes.map(|shape| random(&shape, 1));
    for mask in [
        Mask::all(),
        Mask::causal().starting_at(2),
        Mask::valid_lens([5, 0]),
    ] {
        gradients_hold(&inputs, |_, v| attend(v[0], v[1], v[2], &mask, 0.0).output);
        gradients_hold(&inputs[..2], |_, v| {
            attend(v[0], v[1], v[1], &mask, 0.0).weights
        });
    }
    let shapes = [&[3, 2][..], &[4, 2], &[4, 3]];
    gradients_hold(&shapes.map(|shape| random(shape, 2)), |_, v| {
        attend(v[0], v[1], v[2], &Mask::causal(), 0.0).output
    });
    let shapes = [[1, 2, 3, 2], [1, 2, 4, 2], [1, 2, 4, 3]];
    gradients_hold(&shapes.map(|shape| random(&shape, 3)), |_, v| {
        attend(v[0], v[1], v[2], &Mask::causal(), 0.0).output
    });
}

#[test]
fn weights_are_those_before_dropout() {
    let tape = Tape::new(Mode::Train, 1);
    let same = tape.constant(ArrayD::ones(&[1, 6, 50][..]));
    let ones = tape.constant(ArrayD::ones(&[1, 50, 50][..]));
    let Attended { output, weights } = attend(same, ones, ones, &Mask::all(), 0.5);
    assert_close(
        &weights.value().to_owned(),
        &ArrayD::from_elem(&[1, 6, 50][..], 0.02),
    );
    // About 25 of 50 values of 1 are kept, and doubled.
    let outputs = output.value();
    assert!(outputs.iter().any(|output| (output - 1.0).abs() > 0.01));
    assert!(outputs.iter().all(|output| (output - 1.0).abs() < 0.6));
}

#[test]
fn a_query_that_may_attend_to_nothing_has_output_0() {
    let tape = Tape::new(Mode::Check, 0);
    let shapes = [[2, 3, 4], [2, 5, 4], [2, 5, 2]];
    let [q, k, v] = shapes.map(|shape| tape.variable(random(&shape, 1)));
    let Attended { output, weights } = attend(q, k, v, &Mask::valid_lens([0, 0]), 0.0);
    assert!(weights.value().iter().all(|&weight| weight == 0.0));
    assert!(output.value().iter().all(|&output| output == 0.0));
    let gradients = output.backward_from(random(&[2, 3, 2], 2));
    for input in [q, k, v] {
        assert!(gradients.wrt(input).unwrap().iter().all(|&d| d == 0.0));
    }
}

#[test]
#[should_panic(expected = "matmul: [2, 3, 4] x [2, 5, 5]: inner sizes 4 and 5 differ")]
fn keys_of_another_dim() {
    let tape = Tape::new(Mode::Eval, 0);
    let [q, k, v] = [[2, 3, 4], [2, 5, 5], [2, 5, 2]].map(|shape| zeros(&tape, &shape));
    attend(q, k, v, &Mask::all(), 0.0);
}

#[test]
#[should_panic(
    expected = "softmax: [2, 3, 5]: the mask has 1 valid lengths for 2 examples"
)]
fn a_mask_that_does_not_fit() {
    let tape = Tape::new(Mode::Eval, 0);
    let [q, k, v] = [[2, 3, 4], [2, 5, 4], [2, 5, 2]].map(|shape| zeros(&tape, &shape));
    attend(q, k, v, &Mask::valid_lens([1]), 0.0);
}

#[test]
#[should_panic(expected = "attend: []: queries need at least two axes")]
fn queries_without_axes() {
    let tape = Tape::new(Mode::Eval, 0);
    let one = zeros(&tape, &[]);
    attend(one, one, one, &Mask::all(), 0.0);
}
