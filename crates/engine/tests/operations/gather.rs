//! Rows of a table, and one entry of each row.

use engine::tape::{Mode, Tape};
use ndarray::{Array1, arr0, array};

use crate::statements::{Operation, gradients_hold, uniform};

pub(crate) fn rows(of: Operation) {
    let table = || [array![[0.0, 1.0], [10.0, 11.0], [20.0, 21.0]].into_dyn()];
    let expected = array![[[20.0, 21.0], [0.0, 1.0]], [[10.0, 11.0], [20.0, 21.0]]];
    of.value(table(), |v| v[0].rows(&array![[2, 0], [1, 2]]), expected);
    of.value(table(), |v| v[0].rows(&arr0(1)), array![10.0, 11.0]);
    // Row 1 is used twice, and row 0 never.
    of.gradients([uniform(&[4, 3])], |v| v[0].rows(&array![[1, 3], [1, 2]]));
    let none = Array1::<usize>::zeros(0);
    of.empty([&[3, 2]], |v| v[0].rows(&none));
    of.empty([&[3, 0]], |v| v[0].rows(&array![2, 0]));
    of.panics(
        [&[5, 2]],
        |v| v[0].rows(&array![[0, 4, 7]]),
        "[5, 2] at [1, 3]: index 7 at [0, 2] is out of bounds for size 5",
    );
    let message = "[5] at [2]: expected a table with two axes";
    of.panics([&[5]], |v| v[0].rows(&array![0, 4]), message);
}

pub(crate) fn pick(of: Operation) {
    let scores = array![[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]].into_dyn();
    of.value([scores], |v| v[0].pick(&array![[2], [0]]), array![[3.0], [4.0]]);
    let row = array![1.0, 2.0, 3.0].into_dyn();
    of.value([row], |v| v[0].pick(&arr0(1)), arr0(2.0));
    of.gradients([uniform(&[2, 3, 4])], |v| v[0].pick(&array![[3, 0, 0], [1, 3, 2]]));
    let none = Array1::<usize>::zeros(0);
    of.empty([&[0, 3]], |v| v[0].pick(&none));
    of.empty([&[0, 0]], |v| v[0].pick(&none));
    let message = "[2, 3] at [2]: index 3 at [1] is out of bounds for size 3";
    of.panics([&[2, 3]], |v| v[0].pick(&array![0, 3]), message);
    let message = "[2, 3] at [3]: expected one index for each row";
    of.panics([&[2, 3]], |v| v[0].pick(&array![0, 1, 2]), message);
    let message = "[] at []: expected one index for each row";
    of.panics([&[]], |v| v[0].pick(&arr0(0)), message);
}

#[test]
fn numbers_are_read_in_their_order_however_they_lie_in_memory() {
    let numbers = array![[0, 1, 2], [2, 0, 1]];
    let tape = Tape::new(Mode::Eval, 0);
    let table = tape.constant(uniform(&[3, 2]));
    let (a, b) = (numbers.t(), numbers.t().as_standard_layout().into_owned());
    assert_eq!(table.rows(&a).value(), table.rows(&b).value());
    let scores = tape.constant(uniform(&[3, 2, 3]));
    assert_eq!(scores.pick(&a).value(), scores.pick(&b).value());
}

#[test]
fn gradients_of_a_value_that_is_used_twice_add_up() {
    gradients_hold(&[uniform(&[3, 3])], |_, v| {
        let x = v[0];
        x.rows(&array![2, 2, 0]) * x.rows(&array![2, 1, 1]) * x.pick(&array![0, 2, 2])
    });
    gradients_hold(&[uniform(&[3, 4])], |_, v| {
        v[0].pick(&array![1, 2, 0]) * v[0].pick(&array![1, 3, 0])
    });
}
