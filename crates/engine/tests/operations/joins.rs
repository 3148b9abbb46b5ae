//! Concatenation and stacking.

use engine::tape::{Mode, Tape, concat as join, stack as pile};
use engine::testing::assert_panics;
use ndarray::array;

use crate::statements::{Operation, gradients_hold, uniform};

pub(crate) fn concat(of: Operation) {
    let parts = || {
        let b = array![[3.0, 4.0], [5.0, 6.0]];
        [array![[1.0, 2.0]].into_dyn(), b.into_dyn()]
    };
    let rows = array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [1.0, 2.0]];
    of.value(parts(), |v| join(&[v[0], v[1], v[0]], 0), rows);
    let columns = array![[3.0, 4.0, 3.0, 5.0], [5.0, 6.0, 4.0, 6.0]];
    of.value(parts(), |v| join(&[v[1], v[1].transpose()], 1), columns);
    let parts = [&[2, 3, 1], &[2, 3, 4], &[2, 3, 2]].map(|shape| uniform(shape));
    of.gradients(parts, |v| join(v, 2));
    of.gradients([uniform(&[2, 3]), uniform(&[4, 3])], |v| join(v, 0));
    of.gradients([uniform(&[2, 3]), uniform(&[2, 1])], |v| join(&[v[0], v[1], v[0]], 1));
    of.empty([&[2, 0], &[2, 3]], |v| join(v, 1));
    of.value([uniform(&[2, 3])], |v| join(v, 1), uniform(&[2, 3]));
    of.panics([], |v| join(v, 0), "needs at least one part");
    of.panics([&[2, 3]], |v| join(v, 2), "[2, 3]: axis 2 is out of bounds");
    let message = "[2, 3] and [4, 3]: sizes differ along an axis other than 1";
    of.panics([&[2, 3], &[4, 3]], |v| join(v, 1), message);
    let message = "[2, 3] and [2]: sizes differ along an axis other than 1";
    of.panics([&[2, 3], &[2]], |v| join(v, 1), message);
    assert_panics("concat: operands are on different tapes", || {
        let (one, other) = (Tape::new(Mode::Eval, 0), Tape::new(Mode::Eval, 0));
        join(&[one.constant(array![1.0]), other.constant(array![1.0])], 0);
    });
}

pub(crate) fn stack(of: Operation) {
    let expected = [
        array![[[1.0, 2.0], [3.0, 4.0]], [[10.0, 20.0], [30.0, 40.0]]],
        array![[[1.0, 2.0], [10.0, 20.0]], [[3.0, 4.0], [30.0, 40.0]]],
        array![[[1.0, 10.0], [2.0, 20.0]], [[3.0, 30.0], [4.0, 40.0]]],
    ];
    for (axis, expected) in expected.into_iter().enumerate() {
        let part = array![[1.0, 2.0], [3.0, 4.0]].into_dyn();
        of.value([part.clone(), part * 10.0], |v| pile(v, axis), expected);
        let part = || uniform(&[2, 3]);
        of.gradients([part(), part() * 2.0, part() - 1.0], |v| pile(v, axis));
    }
    of.gradients([uniform(&[2, 3])], |v| pile(&[v[0], v[0]], 1));
    of.empty([&[2, 0]], |v| pile(&[v[0], v[0]], 0));
    of.panics([], |v| pile(v, 0), "needs at least one part");
    of.panics([&[2, 3]], |v| pile(v, 3), "[2, 3]: axis 3 is out of bounds");
    let message = "[2, 3] and [2, 4]: shapes differ";
    of.panics([&[2, 3], &[2, 4]], |v| pile(v, 0), message);
}

/// Operations on a joined value need contiguous rows.
#[test]
fn joined_values_are_in_standard_order() {
    let tape = Tape::new(Mode::Eval, 0);
    let turned = tape.constant(uniform(&[3, 3])).transpose();
    for axis in 0..3 {
        assert!(pile(&[turned, turned], axis).value().is_standard_layout());
    }
    assert!(join(&[turned, turned], 1).value().is_standard_layout());
}

/// A transpose passes its gradient on in its own layout, and the parts are slices of rows.
#[test]
fn gradients_of_a_transpose_are_cut() {
    gradients_hold(&[uniform(&[2, 3]), uniform(&[1, 3])], |_, v| {
        join(&[v[0], v[1]], 0).transpose()
    });
    gradients_hold(&[uniform(&[2, 3]), uniform(&[2, 3])], |_, v| {
        pile(&[v[0], v[1]], 1).permute(&[2, 0, 1])
    });
}
