//! Sums, differences, products, and quotients.

use engine::Real;
use engine::tape::{Mode, Tape, Var};
use engine::testing::assert_panics;
use ndarray::{Array1, ArrayD, array};

use crate::statements::{Operation, uniform};

pub(crate) fn add(of: Operation) {
    binary(of, |a, b| a + b, [8.0, -4.0]);
    assert_panics("add: operands are on different tapes", || {
        let (one, other) = (Tape::new(Mode::Eval, 0), Tape::new(Mode::Eval, 0));
        let _ = one.constant(array![1.0]) + other.constant(array![1.0]);
    });
}

pub(crate) fn sub(of: Operation) {
    binary(of, |a, b| a - b, [4.0, -12.0]);
    let x = || [array![3.0, -4.0].into_dyn()];
    of.value(x(), |v| 1.0 - v[0], array![-2.0, 5.0]);
    of.gradients([uniform(&[2, 3])], |v| (1.0 - v[0]) / 4.0 - 0.5);
}

pub(crate) fn mul(of: Operation) {
    binary(of, |a, b| a * b, [12.0, -32.0]);
}

pub(crate) fn div(of: Operation) {
    binary(of, |a, b| a / b, [3.0, -2.0]);
}

pub(crate) fn neg(of: Operation) {
    of.value([array![6.0, -8.0].into_dyn()], |v| -v[0], array![-6.0, 8.0]);
    of.gradients([uniform(&[2, 3])], |v| -v[0]);
}

pub(crate) fn scale(of: Operation) {
    let x = || [array![3.0, -4.0].into_dyn()];
    of.value(x(), |v| v[0] * 2.0, array![6.0, -8.0]);
    of.value(x(), |v| 2.0 * v[0], array![6.0, -8.0]);
    of.value(x(), |v| v[0] / 2.0, array![1.5, -2.0]);
    of.gradients([uniform(&[2, 3])], |v| 2.0 * v[0]);
    of.gradients([uniform(&[2, 3])], |v| v[0] / 4.0);
}

pub(crate) fn shift(of: Operation) {
    let x = || [array![3.0, -4.0].into_dyn()];
    of.value(x(), |v| v[0] + 1.0, array![4.0, -3.0]);
    of.value(x(), |v| 1.0 + v[0], array![4.0, -3.0]);
    of.value(x(), |v| v[0] - 1.0, array![2.0, -5.0]);
    of.gradients([uniform(&[2, 3])], |v| v[0] + 3.0);
}

/// States what holds for all four: operands are repeated along axes of size 1, used twice, and
/// refused.
fn binary(of: Operation, operator: for<'t> fn(Var<'t>, Var<'t>) -> Var<'t>, value: [Real; 2]) {
    let operands = [array![6.0, -8.0].into_dyn(), array![2.0, 4.0].into_dyn()];
    of.value(operands, |v| operator(v[0], v[1]), Array1::from_iter(value));
    let shapes: [(&[usize], &[usize]); 7] = [
        (&[2, 3], &[2, 3]),
        (&[2, 3], &[3]),
        (&[3], &[2, 3]),
        (&[2, 1, 3], &[4, 1]),
        (&[2, 3], &[]),
        (&[1], &[2, 3]),
        (&[2, 1], &[1, 3]),
    ];
    for (left, right) in shapes {
        of.gradients([uniform(left), divisor(right)], |v| operator(v[0], v[1]));
    }
    of.gradients([divisor(&[2, 3])], |v| operator(v[0], v[0]));
    of.gradients([divisor(&[3, 3])], |v| operator(v[0].transpose(), v[0]));
    of.gradients([divisor(&[2, 3])], |v| operator(v[0].index(0, 0), v[0]));
    of.empty([&[0, 3], &[3]], |v| operator(v[0], v[1] + 1.8));
    of.empty([&[2, 0], &[2, 1]], |v| operator(v[0], v[1] + 1.8));
    let misfits: [([&[usize]; 2], &str); 3] = [
        ([&[2, 3], &[2]], "[2, 3] x [2]: sizes 3 and 2 differ along axis 1"),
        ([&[2], &[2, 3]], "[2] x [2, 3]: sizes 2 and 3 differ along axis 1"),
        ([&[2, 3], &[4, 3]], "[2, 3] x [4, 3]: sizes 2 and 4 differ along axis 0"),
    ];
    for (shapes, message) in misfits {
        of.panics(shapes, |v| operator(v[0], v[1]), message);
    }
}

/// Returns entries away from 0, which can be divisors.
fn divisor(shape: &[usize]) -> ArrayD<Real> {
    uniform(shape) + 1.8
}

/// A shift and a scale are recorded where one operand is a plain number.
#[test]
fn plain_numbers_are_not_on_the_tape() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(array![3.0, -4.0]);
    let _ = (x + 1.0, 1.0 + x, x - 1.0, 1.0 - x, x * 2.0, 2.0 * x, x / 2.0);
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

/// The square of the divisor is 0 in `f32`.
#[test]
fn a_tiny_divisor_has_a_finite_gradient() {
    let tape = Tape::new(Mode::Check, 0);
    let (a, b) = (tape.variable(array![0.0]), tape.variable(array![1e-30]));
    let gradients = (a / b).backward();
    assert_eq!(gradients.wrt(b).unwrap()[[0]], 0.0);
}
