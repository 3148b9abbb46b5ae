//! Functions of one number.
#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "`Var::exp` is a function for one lifetime"
)]

use engine::Real;
use engine::tape::{Mode, Tape, Var};
use ndarray::{Array1, ArrayD, array};

use crate::statements::{Operation, uniform};

type Function = for<'t> fn(Var<'t>) -> Var<'t>;

const ALL: [Function; 8] = [
    |x| x.exp(),
    |x| x.ln(),
    |x| x.sqrt(),
    |x| x.square(),
    |x| x.tanh(),
    |x| x.sigmoid(),
    |x| x.relu(),
    |x| x.silu(),
];

const TWO: Real = 2.0;

/// States values and derivatives at two numbers, and gradients at numbers that are shifted away
/// from where there is none.
fn function(of: Operation, function: Function, table: [[Real; 2]; 3], shift: Real) {
    let [x, y, slope] = table.map(|row| Array1::from_iter(row).into_dyn());
    let d = array![1.0, 10.0];
    let gradient = &slope * &d;
    of.by_hand([x], |v| function(v[0]), y, d, [gradient]);
    let x = uniform(&[2, 3, 2]);
    let away = x.mapv(|x| if shift == 0.0 { x } else { x + shift.copysign(x) });
    of.gradients([if shift > 1.0 { x + shift } else { away }], |v| function(v[0]));
    of.empty([&[2, 0, 3]], |v| function(v[0]));
    of.empty([&[]], |v| function(v[0].square() + 1.0));
}

pub(crate) fn exp(of: Operation) {
    let y = [1.0, TWO.exp()];
    function(of, |x| x.exp(), [[0.0, 2.0], y, y], 0.0);
}

pub(crate) fn ln(of: Operation) {
    function(of, |x| x.ln(), [[1.0, 2.0], [0.0, TWO.ln()], [1.0, 0.5]], 1.6);
}

pub(crate) fn sqrt(of: Operation) {
    function(of, |x| x.sqrt(), [[4.0, 0.25], [2.0, 0.5], [0.25, 1.0]], 1.6);
}

pub(crate) fn square(of: Operation) {
    function(of, |x| x.square(), [[-2.0, 3.0], [4.0, 9.0], [-4.0, 6.0]], 0.0);
}

pub(crate) fn tanh(of: Operation) {
    let y = TWO.tanh();
    let table = [[0.0, 2.0], [0.0, y], [1.0, 1.0 - y * y]];
    function(of, |x| x.tanh(), table, 0.0);
}

pub(crate) fn sigmoid(of: Operation) {
    let y = gate();
    let table = [[0.0, 2.0], [0.5, y], [0.25, y * (1.0 - y)]];
    function(of, |x| x.sigmoid(), table, 0.0);
}

pub(crate) fn silu(of: Operation) {
    let gate = gate();
    let slope = gate + 2.0 * gate * (1.0 - gate);
    let table = [[0.0, 2.0], [0.0, 2.0 * gate], [0.5, slope]];
    function(of, |x| x.silu(), table, 0.0);
}

/// Returns the sigmoid of 2.
fn gate() -> Real {
    1.0 / (1.0 + (-TWO).exp())
}

/// No finite difference may cross the kink at 0.
pub(crate) fn relu(of: Operation) {
    let table = [[-1.0, 2.0], [0.0, 2.0], [0.0, 1.0]];
    function(of, |x| x.relu(), table, 0.1);
    let corner = array![-0.0, 0.0].into_dyn();
    let zeros = ArrayD::zeros(vec![2]);
    of.by_hand([corner], |v| v[0].relu(), zeros.clone(), array![1.0, 1.0], [zeros]);
}

#[test]
fn nan_is_not_hidden() {
    let tape = Tape::new(Mode::Eval, 0);
    let nan = tape.constant(array![Real::NAN]);
    assert!(ALL.iter().all(|function| function(nan).item().is_nan()));
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
