//! Changes of shape, and parts of an array.

use engine::Real;
use engine::tape::{Mode, Tape};
use ndarray::{ArrayD, Ix3, array};

use crate::statements::{Operation, gradients_hold, uniform};

fn x() -> [ArrayD<Real>; 1] {
    [array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]].into_dyn()]
}

fn three() -> [ArrayD<Real>; 1] {
    [uniform(&[2, 3, 4])]
}

/// Entries are read in row-major order, also after a transpose.
pub(crate) fn reshape(of: Operation) {
    of.value(x(), |v| v[0].reshape(&[6]), array![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let columns = array![1.0, 4.0, 2.0, 5.0, 3.0, 6.0];
    of.value(x(), |v| v[0].transpose().reshape(&[6]), columns);
    of.gradients(three(), |v| v[0].reshape(&[6, 2, 2]));
    of.empty([&[2, 0, 3]], |v| v[0].reshape(&[0, 5]));
    of.empty([&[]], |v| v[0].reshape(&[1, 1]));
    let message = "[2, 3] to [4]: 6 and 4 entries";
    of.panics([&[2, 3]], |v| v[0].reshape(&[4]), message);
}

pub(crate) fn transpose(of: Operation) {
    let columns = array![[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]];
    of.value(x(), |v| v[0].transpose(), columns);
    of.gradients(three(), |v| v[0].transpose());
    of.empty([&[2, 0, 3]], |v| v[0].transpose());
    of.panics([&[3]], |v| v[0].transpose(), "[3]: needs at least two axes");
}

/// The inverse of the order is another order.
pub(crate) fn permute(of: Operation) {
    let input = uniform(&[2, 3, 4]).into_dimensionality::<Ix3>().expect("three axes");
    let expected = input.clone().permuted_axes([2, 0, 1]);
    of.value([input.into_dyn()], |v| v[0].permute(&[2, 0, 1]), expected);
    of.gradients(three(), |v| v[0].permute(&[2, 0, 1]));
    of.empty([&[2, 0, 3]], |v| v[0].permute(&[1, 2, 0]));
    of.empty([&[]], |v| v[0].permute(&[]));
    let message = "[2, 3] by [0, 0]: not a permutation of the axes";
    of.panics([&[2, 3]], |v| v[0].permute(&[0, 0]), message);
    let message = "[2, 3] by [1, 0, 2]: not a permutation of the axes";
    of.panics([&[2, 3]], |v| v[0].permute(&[1, 0, 2]), message);
    let message = "[2, 3, 4] by [1, 0]: not a permutation of the axes";
    of.panics([&[2, 3, 4]], |v| v[0].permute(&[1, 0]), message);
}

pub(crate) fn insert_axis(of: Operation) {
    let rows = array![[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]];
    of.value(x(), |v| v[0].insert_axis(1), rows);
    for axis in 0..=3 {
        of.gradients(three(), |v| v[0].insert_axis(axis));
    }
    of.empty([&[]], |v| v[0].insert_axis(0));
    let message = "[2, 3]: axis 3 is out of bounds";
    of.panics([&[2, 3]], |v| v[0].insert_axis(3), message);
}

pub(crate) fn slice(of: Operation) {
    of.value(x(), |v| v[0].slice(1, 1..3), array![[2.0, 3.0], [5.0, 6.0]]);
    of.value(x(), |v| v[0].slice(0, 1..=1), array![[4.0, 5.0, 6.0]]);
    of.value(x(), |v| v[0].slice(1, ..2), array![[1.0, 2.0], [4.0, 5.0]]);
    of.value(x(), |v| v[0].slice(0, 1..), array![[4.0, 5.0, 6.0]]);
    of.gradients(three(), |v| v[0].slice(0, 1..2));
    of.gradients(three(), |v| v[0].slice(1, 1..3));
    of.gradients(three(), |v| v[0].slice(2, ..3));
    of.empty([&[2, 3]], |v| v[0].slice(1, 3..));
    of.empty([&[2, 0]], |v| v[0].slice(1, ..));
    let message = "[2, 3]: range 1..4 is out of bounds for axis 1";
    of.panics([&[2, 3]], |v| v[0].slice(1, 1..4), message);
    let message = "[2, 3]: range 5..3 is out of bounds for axis 1";
    of.panics([&[2, 3]], |v| v[0].slice(1, 5..), message);
    of.panics([&[2, 3]], |v| v[0].slice(2, ..), "[2, 3]: axis 2 is out of bounds");
    of.panics([&[3]], |v| v[0].slice(0, ..=usize::MAX), "[3]");
}

pub(crate) fn index(of: Operation) {
    of.value(x(), |v| v[0].index(0, 1), array![4.0, 5.0, 6.0]);
    of.value(x(), |v| v[0].index(1, 2), array![3.0, 6.0]);
    for (axis, place) in [(0, 1), (1, 0), (2, 3)] {
        of.gradients(three(), |v| v[0].index(axis, place));
    }
    of.empty([&[2, 0]], |v| v[0].index(0, 1));
    let message = "[2, 3]: index 3 is out of bounds for axis 1";
    of.panics([&[2, 3]], |v| v[0].index(1, 3), message);
    of.panics([&[2, 3]], |v| v[0].index(2, 0), "[2, 3]: axis 2 is out of bounds");
}

pub(crate) fn select(of: Operation) {
    let columns = array![[3.0, 1.0], [6.0, 4.0]];
    of.value(x(), |v| v[0].select(1, &[2, 0]), columns);
    let rows = array![[4.0, 5.0, 6.0], [4.0, 5.0, 6.0]];
    of.value(x(), |v| v[0].select(0, &[1, 1]), rows);
    of.gradients(three(), |v| v[0].select(0, &[1, 1, 0]));
    of.gradients(three(), |v| v[0].select(2, &[3, 0, 3, 3, 1]));
    of.empty([&[2, 3]], |v| v[0].select(0, &[]));
    of.empty([&[2, 0]], |v| v[0].select(0, &[1, 1]));
    let message = "[2, 3]: index 3 is out of bounds for axis 1";
    of.panics([&[2, 3]], |v| v[0].select(1, &[0, 3]), message);
    of.panics([&[2, 3]], |v| v[0].select(2, &[]), "[2, 3]: axis 2 is out of bounds");
}

#[test]
fn gradients_of_views_that_overlap_add_up() {
    gradients_hold(&[uniform(&[2, 3])], |_, v| {
        let x = v[0];
        x.transpose()
            * x.reshape(&[3, 2])
            * x.permute(&[1, 0])
            * x.insert_axis(0).transpose().reshape(&[3, 2])
    });
    gradients_hold(&[uniform(&[3, 3])], |_, v| {
        let x = v[0];
        let both = x.slice(0, 0..2) * x.slice(0, 1..3) * x.select(0, &[2, 1]);
        both * x.index(0, 1) * x.index(1, 1)
    });
}

/// A transpose passes its gradient on without moving entries, and the returned gradients are in
/// standard order.
#[test]
fn gradients_come_as_they_lie() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(uniform(&[2, 3]));
    let same = tape.record("same", [x], x.value(), |d, [dx]| {
        assert!(!d.is_standard_layout());
        dx.add(|| d);
    });
    // Added to a sum with a different memory layout.
    let first = same.index(0, 0);
    let gradients = (same.transpose().sum() + first.sum()).backward();
    let expected = array![[2.0, 2.0, 2.0], [1.0, 1.0, 1.0]];
    let gradient = gradients.wrt(x).unwrap();
    assert_eq!(gradient, &expected.into_dyn());
    assert!(gradient.is_standard_layout());
}

#[test]
fn views_copy_no_numbers() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(uniform(&[2, 3, 4]));
    let first = &x.value()[[0, 0, 0]] as *const _;
    let same = [
        x.reshape(&[6, 4]),
        x.transpose(),
        x.permute(&[2, 0, 1]),
        x.insert_axis(0),
        // Splitting an axis of a permuted value needs no copy either.
        x.permute(&[1, 0, 2]).reshape(&[3, 2, 2, 2]),
        x.slice(1, ..2),
        x.index(1, 0),
    ];
    for var in same {
        let value = var.value();
        let shape = var.shape();
        assert_eq!(value.first().unwrap() as *const _, first, "{shape:?}");
    }
    let last = &x.value()[[1, 2, 1]] as *const _;
    assert_eq!(&x.slice(1, 1..).value()[[1, 1, 1]] as *const _, last);
}
