use ndarray::{ArrayD, array};

use super::super::layouts::{gradients_hold, uniform};
use crate::Real;
use crate::tape::{Mode, Tape, Var};

fn all(x: Var<'_>) -> [Var<'_>; 8] {
    [
        x.exp(),
        x.ln(),
        x.sqrt(),
        x.square(),
        x.tanh(),
        x.sigmoid(),
        x.relu(),
        x.silu(),
    ]
}

#[test]
fn values_agree_with_the_functions() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(array![0.0, 2.0, 4.0]);
    let expected: [(Var<'_>, [Real; 3]); 8] = [
        (x.exp(), [1.0, 7.389_056, 54.598_15]),
        ((x + 1.0).ln(), [0.0, 1.098_612, 1.609_438]),
        ((x * 2.0).sqrt(), [0.0, 2.0, 2.828_427]),
        ((x - 2.0).square(), [4.0, 0.0, 4.0]),
        ((x - 2.0).tanh(), [-0.964_027_6, 0.0, 0.964_027_6]),
        ((x - 2.0).sigmoid(), [0.119_202_9, 0.5, 0.880_797_1]),
        ((x - 2.0).relu(), [0.0, 0.0, 2.0]),
        ((x - 2.0).silu(), [-0.238_405_8, 0.0, 1.761_594_2]),
    ];
    for (y, expected) in expected {
        for (y, expected) in y.value().iter().zip(expected) {
            assert!((y - expected).abs() < 1e-6 * expected.abs().max(1.0), "{y}");
        }
    }
}

#[test]
fn derivatives_agree_with_the_functions() {
    let derivatives = [
        7.389_056,
        0.5,
        0.353_553_4,
        4.0,
        0.070_650_82,
        0.104_993_6,
        1.0,
        1.090_784_2,
    ];
    for (function, derivative) in derivatives.into_iter().enumerate() {
        let tape = Tape::new(Mode::Check, 0);
        let x = tape.variable(array![2.0]);
        let gradients = all(x)[function].backward();
        let error: Real = gradients.wrt(x).unwrap()[[0]] - derivative;
        assert!(error.abs() < 1e-6, "function {function}");
    }
}

#[test]
fn gradients_are_right() {
    let x = [uniform(&[3, 4])];
    gradients_hold(&x, |_, v| v[0].exp());
    gradients_hold(&x, |_, v| v[0].square());
    gradients_hold(&x, |_, v| v[0].tanh());
    gradients_hold(&x, |_, v| v[0].sigmoid());
    gradients_hold(&x, |_, v| v[0].silu());
    let positive = [uniform(&[2, 3, 2]) + 1.6];
    gradients_hold(&positive, |_, v| v[0].ln());
    gradients_hold(&positive, |_, v| v[0].sqrt());
    // No finite difference may cross the kink at 0.
    let away = [uniform(&[3, 4]).mapv(|x| x + (0.1 as Real).copysign(x))];
    gradients_hold(&away, |_, v| v[0].relu());
}

#[test]
fn gradients_of_a_value_that_is_used_twice_add_up() {
    gradients_hold(&[uniform(&[3, 2])], |_, v| {
        v[0].exp() * v[0].tanh() + v[0].square()
    });
}

#[test]
fn at_the_corner_the_derivative_of_relu_is_0() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(array![-1.0, -0.0, 0.0, 1.0]);
    let gradients = x.relu().sum().backward();
    assert_eq!(
        gradients.wrt(x).unwrap(),
        &array![0.0, 0.0, 0.0, 1.0].into_dyn()
    );
}

#[test]
fn nan_is_not_hidden() {
    let tape = Tape::new(Mode::Eval, 0);
    let nan = tape.constant(array![Real::NAN]);
    assert!(all(nan).iter().all(|y| y.item().is_nan()));
    let negative = tape.constant(array![-1.0]);
    assert!(negative.ln().item().is_nan() && negative.sqrt().item().is_nan());
    assert_eq!(tape.constant(array![0.0]).ln().item(), Real::NEG_INFINITY);
}

#[test]
fn large_inputs_have_finite_gradients() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(array![-1e4, 1e4]);
    let gradients = (x.tanh() + x.sigmoid()).sum().backward();
    assert_eq!(gradients.wrt(x).unwrap(), &array![0.0, 0.0].into_dyn());
}

#[test]
fn arrays_without_entries_and_without_axes_pass() {
    let all = |x: Var<'_>| {
        let y = x.exp().sqrt().ln().square().tanh().sigmoid().relu().silu();
        (
            y.shape(),
            y.backward_from(ArrayD::ones(y.shape())).wrt(x).cloned(),
        )
    };
    for shape in [vec![2, 0, 3], vec![]] {
        let tape = Tape::new(Mode::Check, 0);
        let (after, gradient) = all(tape.variable(uniform(&shape)));
        assert_eq!((after, gradient.unwrap().shape()), (shape.clone(), &*shape));
    }
}
