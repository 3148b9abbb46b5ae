use super::*;
use crate::tape::operations::layouts::gradients_hold;
use crate::tape::operations::testing::{assert_close, assert_same, random};
use crate::tape::{Mode, Tape};
use ndarray::array;

const EPSILON: Real = 1e-5;

fn inputs(shape: &[usize]) -> [ArrayD<Real>; 2] {
    [random(shape, 1), random(&shape[shape.len() - 1..], 2)]
}

#[test]
fn gradients_by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(array![[1.0, 7.0]]);
    let gain = tape.variable(array![10.0, 5.0]);
    // Mean square 25, root 5, n = (1/5, 7/5).
    let output = x.rms_norm(gain, 0.0);
    assert_close(&output.value().to_owned(), &array![[2.0, 7.0]].into_dyn());
    let gradients = output.backward_from(array![[1.0, 2.0]].into_dyn());
    let expected = array![0.2, 2.8].into_dyn();
    assert_close(gradients.wrt(gain).unwrap(), &expected);
    // g = (10, 10), mean of g n = 8: (10 - 8/5) / 5, (10 - 56/5) / 5
    let expected = array![[1.68, -0.24]].into_dyn();
    assert_close(gradients.wrt(x).unwrap(), &expected);
    assert_eq!(tape.operations(), ["variable", "variable", "rms_norm"]);
}

#[test]
fn gradients_agree_with_differences() {
    for shape in [&[5][..], &[3, 4], &[2, 3, 5]] {
        gradients_hold(&inputs(shape), |_, v| v[0].rms_norm(v[1], EPSILON));
    }
}

#[test]
fn equals_the_composition() {
    assert_same(
        &inputs(&[2, 3, 5]),
        |v| v[0].rms_norm(v[1], EPSILON),
        |v| {
            let square = v[0].square().mean_axis(2).insert_axis(2);
            v[0] / (square + EPSILON).sqrt() * v[1]
        },
    );
}

#[test]
fn zeros_stay_zero_and_empty_arrays_empty() {
    for shape in [[2, 3], [0, 3], [2, 0]] {
        let tape = Tape::new(Mode::Check, 0);
        let x = tape.variable(ArrayD::zeros(&shape[..]));
        let gain = tape.variable(random(&shape[1..], 2));
        let output = x.rms_norm(gain, EPSILON);
        assert_eq!(output.value(), ArrayD::<Real>::zeros(&shape[..]));
        let gradients = output.sum().backward();
        assert!(gradients.wrt(x).unwrap().iter().all(|d| d.is_finite()));
        assert_eq!(gradients.wrt(gain).unwrap().shape(), &shape[1..]);
    }
}

#[test]
#[should_panic(expected = "rms_norm: [2, 3] with gain [4]: expected gain [3]")]
fn a_gain_of_another_length() {
    let tape = Tape::new(Mode::Eval, 0);
    let ones = |shape: &[usize]| tape.constant(ArrayD::ones(shape));
    let _ = ones(&[2, 3]).rms_norm(ones(&[4]), EPSILON);
}

#[test]
#[should_panic(expected = "rms_norm: []: needs at least one axis")]
fn no_axis() {
    let tape = Tape::new(Mode::Eval, 0);
    let one = tape.constant(ndarray::arr0(1.0));
    let _ = one.rms_norm(one, EPSILON);
}
