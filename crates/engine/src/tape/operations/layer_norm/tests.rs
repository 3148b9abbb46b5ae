use super::*;
use crate::tape::operations::layouts::gradients_hold;
use crate::tape::operations::testing::{assert_close, assert_same, random};
use crate::tape::{Mode, Tape};
use ndarray::{Array1, ArrayD, Ix1, arr0, array};

const EPSILON: Real = 1e-5;

fn inputs(shape: &[usize]) -> [ArrayD<Real>; 3] {
    let hidden = &shape[shape.len() - 1..];
    [random(shape, 1), random(hidden, 2), random(hidden, 3)]
}

#[test]
fn gradients_by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(array![[1.0, 3.0], [7.0, 3.0]]);
    let gain = tape.variable(array![2.0, 10.0]);
    let bias = tape.variable(array![0.5, 0.0]);
    // Mean 2, deviations -1 and 1, variance 1 + 3, and then mean 5, variance 4 + 3.
    let output = x.layer_norm(gain, bias, 3.0);
    let seven: Real = 7.0;
    let second = 2.0 / seven.sqrt();
    let expected = array![[-0.5, 5.0], [2.0 * second + 0.5, -10.0 * second]];
    assert_close(&output.value().to_owned(), &expected.into_dyn());
    let gradients = output.backward_from(array![[1.0, 1.0], [1.0, 0.0]].into_dyn());
    let expected = array![-0.5 + second, 0.5].into_dyn();
    assert_close(gradients.wrt(gain).unwrap(), &expected);
    assert_eq!(gradients.wrt(bias).unwrap(), &array![2.0, 1.0].into_dyn());
    // g = (2, 10), n = (-1/2, 1/2): 1/2 (2 - 6 + 2/2), 1/2 (10 - 6 - 2/2)
    let gradient = gradients.wrt(x).unwrap();
    assert_close(
        &gradient.index_axis(ndarray::Axis(0), 0).to_owned(),
        &array![-1.5, 1.5].into_dyn(),
    );
    assert_eq!(
        tape.operations(),
        ["variable", "variable", "variable", "layer_norm"]
    );
}

#[test]
fn gradients_agree_with_differences() {
    for shape in [&[5][..], &[3, 4], &[2, 3, 5]] {
        gradients_hold(&inputs(shape), |_, v| v[0].layer_norm(v[1], v[2], EPSILON));
    }
}

#[test]
fn equals_the_composition() {
    assert_same(
        &inputs(&[2, 3, 5]),
        |v| v[0].layer_norm(v[1], v[2], EPSILON),
        |v| {
            let centered = v[0] - v[0].mean_axis(2).insert_axis(2);
            let variance = centered.square().mean_axis(2).insert_axis(2);
            centered / (variance + EPSILON).sqrt() * v[1] + v[2]
        },
    );
}

#[test]
fn equals_the_kernel_on_plain_arrays() {
    let [x, gain, bias] = inputs(&[4, 6]);
    let tape = Tape::new(Mode::Eval, 0);
    let output = tape.constant(x.clone()).layer_norm(
        tape.constant(gain.clone()),
        tape.constant(bias.clone()),
        EPSILON,
    );
    let plain = |array: ArrayD<Real>| array.into_dimensionality::<Ix1>().unwrap();
    let expected = crate::array::layer_norm(&x, &plain(gain), &plain(bias), EPSILON);
    assert_close(&output.value().to_owned(), &expected);
}

#[test]
fn rows_of_equal_entries_and_of_one_entry_become_the_bias() {
    for hidden in [1, 4] {
        let tape = Tape::new(Mode::Check, 0);
        let x = tape.variable(ArrayD::from_elem(&[2, hidden][..], 7.0));
        let gain = tape.variable(Array1::from_elem(hidden, 2.0));
        let bias = tape.variable(Array1::from_elem(hidden, 3.0));
        let output = x.layer_norm(gain, bias, EPSILON);
        assert!(output.value().iter().all(|&y| y == 3.0));
        let gradients = output.backward_from(random(&[2, hidden], 1));
        assert!(gradients.wrt(x).unwrap().iter().all(|d| d.is_finite()));
    }
}

#[test]
fn empty_arrays_have_empty_gradients() {
    for shape in [[0, 3], [2, 0]] {
        let tape = Tape::new(Mode::Check, 0);
        let [x, gain, bias] = inputs(&shape).map(|input| tape.variable(input));
        let gradients = x.layer_norm(gain, bias, EPSILON).sum().backward();
        assert_eq!(gradients.wrt(x).unwrap().shape(), shape);
        assert_eq!(
            gradients.wrt(gain).unwrap(),
            &ArrayD::<Real>::zeros(&shape[1..])
        );
    }
}

#[test]
#[should_panic(expected = "layer_norm: [2, 3] with gain [4]: expected gain [3]")]
fn a_gain_of_another_length() {
    let tape = Tape::new(Mode::Eval, 0);
    let ones = |shape: &[usize]| tape.constant(ArrayD::ones(shape));
    let _ = ones(&[2, 3]).layer_norm(ones(&[4]), ones(&[3]), EPSILON);
}

#[test]
#[should_panic(expected = "layer_norm: [2, 3] with bias [1, 3]: expected bias [3]")]
fn a_bias_with_two_axes() {
    let tape = Tape::new(Mode::Eval, 0);
    let ones = |shape: &[usize]| tape.constant(ArrayD::ones(shape));
    let _ = ones(&[2, 3]).layer_norm(ones(&[3]), ones(&[1, 3]), EPSILON);
}

#[test]
#[should_panic(expected = "layer_norm: []: needs at least one axis")]
fn no_axis() {
    let tape = Tape::new(Mode::Eval, 0);
    let one = tape.constant(arr0(1.0));
    let _ = one.layer_norm(one, one, EPSILON);
}

#[test]
fn a_row_whose_mean_is_rounded_becomes_the_bias() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(Array1::from_elem(512, 12345.678));
    let [gain, bias] =
        [1.0, 0.5].map(|number| tape.constant(Array1::from_elem(512, number)));
    let y = x.layer_norm(gain, bias, EPSILON).value();
    assert!(y.iter().all(|&y| y == 0.5));
}
