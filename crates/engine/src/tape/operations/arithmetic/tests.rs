use ndarray::{Array1, Array2, ArrayD, array};

use super::super::layouts::{gradients_hold, uniform};
use crate::Real;
use crate::tape::{Mode, Tape, Var, check};

type Operator = for<'t> fn(Var<'t>, Var<'t>) -> Var<'t>;

const OPERATORS: [Operator; 4] =
    [|a, b| a + b, |a, b| a - b, |a, b| a * b, |a, b| a / b];

/// Returns entries away from 0, which can be divisors.
fn divisor(shape: &[usize]) -> ArrayD<Real> {
    uniform(shape) + 1.8
}

#[test]
fn values_are_those_by_hand() {
    let tape = Tape::new(Mode::Eval, 0);
    let (a, b) = (
        tape.constant(array![6.0, -8.0]),
        tape.constant(array![2.0, 4.0]),
    );
    assert_eq!((a + b).value(), array![8.0, -4.0].into_dyn());
    assert_eq!((a - b).value(), array![4.0, -12.0].into_dyn());
    assert_eq!((a * b).value(), array![12.0, -32.0].into_dyn());
    assert_eq!((a / b).value(), array![3.0, -2.0].into_dyn());
    assert_eq!((-a).value(), array![-6.0, 8.0].into_dyn());
}

#[test]
fn one_operand_can_be_a_plain_number() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(array![3.0, -4.0]);
    assert_eq!((x + 1.0).value(), array![4.0, -3.0].into_dyn());
    assert_eq!((1.0 + x).value(), array![4.0, -3.0].into_dyn());
    assert_eq!((x - 1.0).value(), array![2.0, -5.0].into_dyn());
    assert_eq!((1.0 - x).value(), array![-2.0, 5.0].into_dyn());
    assert_eq!((x * 2.0).value(), array![6.0, -8.0].into_dyn());
    assert_eq!((2.0 * x).value(), array![6.0, -8.0].into_dyn());
    assert_eq!((x / 2.0).value(), array![1.5, -2.0].into_dyn());
    assert_eq!(
        tape.operations()[1..],
        ["shift", "shift", "shift", "sub", "scale", "scale", "scale"]
    );
}

/// One third is rounded, so dividing by 3 differs from multiplying by it.
#[test]
fn a_division_by_a_plain_number_is_rounded_once() {
    let numbers = Array1::range(1.0, 60.0, 1.0);
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(numbers.clone());
    assert_eq!((x / 49.0).value(), (numbers / 49.0).into_dyn());
}

#[test]
fn gradients_are_right() {
    for operator in OPERATORS {
        let operands = [uniform(&[2, 3]), divisor(&[2, 3])];
        gradients_hold(&operands, |_, v| operator(v[0], v[1]));
    }
    gradients_hold(&[uniform(&[2, 3])], |_, v| -v[0]);
    gradients_hold(&[uniform(&[2, 3])], |_, v| 2.0 * v[0] + 3.0);
    gradients_hold(&[uniform(&[2, 3])], |_, v| (1.0 - v[0]) / 4.0 - 0.5);
}

#[test]
fn gradients_of_repeated_operands_are_sums() {
    let shapes: [(&[usize], &[usize]); 6] = [
        (&[2, 3], &[3]),
        (&[3], &[2, 3]),
        (&[2, 1, 3], &[4, 1]),
        (&[2, 3], &[]),
        (&[1], &[2, 3]),
        (&[2, 1], &[1, 3]),
    ];
    for operator in OPERATORS {
        for (left, right) in shapes {
            let operands = [uniform(left), divisor(right)];
            gradients_hold(&operands, |_, v| operator(v[0], v[1]));
        }
    }
}

#[test]
fn gradients_of_an_operand_that_is_used_twice_add_up() {
    for operator in OPERATORS {
        gradients_hold(&[divisor(&[2, 3])], |_, v| operator(v[0], v[0]));
        gradients_hold(&[divisor(&[3, 3])], |_, v| operator(v[0].transpose(), v[0]));
        gradients_hold(&[divisor(&[2, 3])], |_, v| operator(v[0].index(0, 0), v[0]));
    }
}

#[test]
fn an_operand_can_be_repeated_0_times() {
    for operator in OPERATORS {
        let operands = [ArrayD::zeros(vec![0, 3]), divisor(&[3])];
        check::gradients(&operands, |_, v| operator(v[0], v[1])).unwrap();
        let operands = [ArrayD::zeros(vec![2, 0]), divisor(&[2, 1])];
        check::gradients(&operands, |_, v| operator(v[0], v[1])).unwrap();
    }
}

fn operands(tape: &Tape) -> (Var<'_>, Var<'_>) {
    (
        tape.constant(Array2::zeros((2, 3))),
        tape.constant(Array1::zeros(2)),
    )
}

#[test]
#[should_panic(expected = "add: [2, 3] x [2]: sizes 3 and 2 differ along axis 1")]
fn sums_need_sizes_that_fit() {
    let tape = Tape::new(Mode::Eval, 0);
    let (a, b) = operands(&tape);
    let _ = a + b;
}

#[test]
#[should_panic(expected = "sub: [2] x [2, 3]: sizes 2 and 3 differ along axis 1")]
fn differences_need_sizes_that_fit() {
    let tape = Tape::new(Mode::Eval, 0);
    let (a, b) = operands(&tape);
    let _ = b - a;
}

#[test]
#[should_panic(expected = "mul: [2, 3] x [3, 2]: sizes 3 and 2 differ along axis 1")]
fn products_need_sizes_that_fit() {
    let tape = Tape::new(Mode::Eval, 0);
    let (a, _) = operands(&tape);
    let _ = a * a.transpose();
}

#[test]
#[should_panic(expected = "div: [2, 3] x [4, 3]: sizes 2 and 4 differ along axis 0")]
fn quotients_need_sizes_that_fit() {
    let tape = Tape::new(Mode::Eval, 0);
    let (a, _) = operands(&tape);
    let _ = a / tape.constant(Array2::ones((4, 3)));
}

#[test]
#[should_panic(expected = "add: operands are on different tapes")]
fn operands_lie_on_one_tape() {
    let (one, other) = (Tape::new(Mode::Eval, 0), Tape::new(Mode::Eval, 0));
    let _ = one.constant(array![1.0]) + other.constant(array![1.0]);
}

/// The square of the divisor is 0 in `f32`.
#[test]
fn a_tiny_divisor_has_a_finite_gradient() {
    let tape = Tape::new(Mode::Check, 0);
    let (a, b) = (tape.variable(array![0.0]), tape.variable(array![1e-30]));
    let gradients = (a / b).backward();
    assert_eq!(gradients.wrt(b).unwrap()[[0]], 0.0);
}
