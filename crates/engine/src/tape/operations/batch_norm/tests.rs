use super::*;
use crate::tape::operations::layouts::gradients_hold;
use crate::tape::operations::testing::{assert_close, assert_same, random};
use crate::tape::{Mode, Tape};
use ndarray::{Array1, ArrayD, arr0, array};

const EPSILON: Real = 1e-5;

fn inputs(shape: &[usize]) -> [ArrayD<Real>; 3] {
    let hidden = &shape[shape.len() - 1..];
    [random(shape, 1), random(hidden, 2), random(hidden, 3)]
}

#[test]
fn gradients_by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(array![[1.0], [3.0]]);
    let (gain, bias) = (tape.variable(array![2.0]), tape.variable(array![0.5]));
    // Mean 2, deviations -1 and 1, variance 1 + 3.
    let output = x.batch_norm(gain, bias, 3.0);
    let expected = array![[-0.5], [1.5]].into_dyn();
    assert_close(&output.value().to_owned(), &expected);
    let gradients = output.backward_from(array![[1.0], [5.0]].into_dyn());
    assert_close(gradients.wrt(gain).unwrap(), &array![2.0].into_dyn());
    assert_close(gradients.wrt(bias).unwrap(), &array![6.0].into_dyn());
    // g = (2, 10), n = (-1/2, 1/2): 1/2 (2 - 6 + 2/2), 1/2 (10 - 6 - 2/2)
    let expected = array![[-1.5], [1.5]].into_dyn();
    assert_close(gradients.wrt(x).unwrap(), &expected);
}

#[test]
fn gradients_agree_with_differences() {
    for shape in [[1, 4, 3], [2, 3, 2]] {
        gradients_hold(&inputs(&shape), |_, v| v[0].batch_norm(v[1], v[2], EPSILON));
    }
}

#[test]
fn equals_the_composition() {
    assert_same(
        &inputs(&[2, 3, 4]),
        |v| v[0].batch_norm(v[1], v[2], EPSILON),
        |v| {
            let x = v[0].reshape(&[6, 4]);
            let centered = x - x.mean_axis(0);
            let variance = centered.square().mean_axis(0);
            let output = centered / (variance + EPSILON).sqrt() * v[1] + v[2];
            output.reshape(&[2, 3, 4])
        },
    );
}

#[test]
fn is_layer_norm_of_the_columns() {
    let ones = |count| ArrayD::ones(&[count][..]);
    let zeros = |count| ArrayD::zeros(&[count][..]);
    assert_same(
        &[random(&[5, 3], 1)],
        |v| {
            let tape = v[0].tape();
            let (gain, bias) = (tape.constant(ones(3)), tape.constant(zeros(3)));
            v[0].batch_norm(gain, bias, EPSILON)
        },
        |v| {
            let tape = v[0].tape();
            let (gain, bias) = (tape.constant(ones(5)), tape.constant(zeros(5)));
            v[0].transpose().layer_norm(gain, bias, EPSILON).transpose()
        },
    );
}

#[test]
fn a_single_row_becomes_the_bias() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(array![[7.0, -1e4]]);
    let gain = tape.variable(array![2.0, 2.0]);
    let bias = tape.variable(array![3.0, 4.0]);
    let output = x.batch_norm(gain, bias, EPSILON);
    assert_eq!(output.value(), array![[3.0, 4.0]].into_dyn());
    let gradients = output.backward_from(array![[1.0, 2.0]].into_dyn());
    assert_eq!(gradients.wrt(x).unwrap(), &array![[0.0, 0.0]].into_dyn());
}

#[test]
fn an_empty_batch_has_an_empty_gradient() {
    let tape = Tape::new(Mode::Check, 0);
    let [x, gain, bias] = inputs(&[0, 3]).map(|input| tape.variable(input));
    let gradients = x.batch_norm(gain, bias, EPSILON).sum().backward();
    assert_eq!(gradients.wrt(x).unwrap().shape(), [0, 3]);
    let zeros = Array1::<Real>::zeros(3).into_dyn();
    assert_eq!(gradients.wrt(gain).unwrap(), &zeros);
    assert_eq!(gradients.wrt(bias).unwrap(), &zeros);
}

#[test]
#[should_panic(expected = "batch_norm: [2, 3] with bias [2]: expected bias [3]")]
fn a_bias_of_another_length() {
    let tape = Tape::new(Mode::Eval, 0);
    let ones = |shape: &[usize]| tape.constant(ArrayD::ones(shape));
    let _ = ones(&[2, 3]).batch_norm(ones(&[3]), ones(&[2]), EPSILON);
}

#[test]
#[should_panic(expected = "batch_norm: []: needs at least one axis")]
fn no_axis() {
    let tape = Tape::new(Mode::Eval, 0);
    let one = tape.constant(arr0(1.0));
    let _ = one.batch_norm(one, one, EPSILON);
}

#[test]
fn a_column_whose_mean_is_rounded_becomes_the_bias() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(ndarray::Array2::from_elem((512, 1), 12345.678));
    let [gain, bias] =
        [1.0, 0.5].map(|number| tape.constant(Array1::from_elem(1, number)));
    let y = x.batch_norm(gain, bias, EPSILON).value();
    assert!(y.iter().all(|&y| y == 0.5));
}
