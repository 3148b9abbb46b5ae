use ndarray::{Array1, Array2, ArrayD, array};

use super::super::layouts::{gradients_hold, uniform};
use crate::tape::{Mode, Tape, check};

#[test]
fn rows_come_from_the_table() {
    let tape = Tape::new(Mode::Eval, 0);
    let table = tape.constant(array![[0.0, 1.0], [10.0, 11.0], [20.0, 21.0]]);
    let rows = table.rows(&array![[2, 0], [1, 2]]);
    let expected = array![[[20.0, 21.0], [0.0, 1.0]], [[10.0, 11.0], [20.0, 21.0]]];
    assert_eq!(rows.value(), expected.into_dyn());
    assert_eq!(
        table.rows(&array![1]).value(),
        array![[10.0, 11.0]].into_dyn()
    );
    assert_eq!(
        table.rows(&ndarray::arr0(1)).value(),
        array![10.0, 11.0].into_dyn()
    );
}

#[test]
fn one_entry_of_each_row_is_picked() {
    let tape = Tape::new(Mode::Eval, 0);
    let scores = tape.constant(array![[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]]);
    let picked = scores.pick(&array![[2], [0]]);
    assert_eq!(picked.value(), array![[3.0], [4.0]].into_dyn());
    let row = tape.constant(array![1.0, 2.0, 3.0]);
    assert_eq!(row.pick(&ndarray::arr0(1)).item(), 2.0);
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
fn gradients_are_right() {
    // Row 1 is used twice, and row 0 never.
    gradients_hold(&[uniform(&[4, 3])], |_, v| {
        v[0].rows(&array![[1, 3], [1, 2]])
    });
    gradients_hold(&[uniform(&[2, 3, 4])], |_, v| {
        v[0].pick(&array![[3, 0, 0], [1, 3, 2]])
    });
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

#[test]
fn there_can_be_no_numbers() {
    let none = Array1::<usize>::zeros(0);
    check::gradients(&[uniform(&[3, 2])], |_, v| v[0].rows(&none)).unwrap();
    check::gradients(&[ArrayD::zeros(vec![0, 3])], |_, v| v[0].pick(&none)).unwrap();
    check::gradients(&[ArrayD::zeros(vec![0, 0])], |_, v| v[0].pick(&none)).unwrap();
    let narrow = [ArrayD::zeros(vec![3, 0])];
    check::gradients(&narrow, |_, v| v[0].rows(&array![2, 0])).unwrap();
}

#[test]
#[should_panic(
    expected = "rows: [5, 2] at [1, 3]: index 7 at [0, 2] is out of bounds for size 5"
)]
fn a_row_is_within_the_table() {
    let tape = Tape::new(Mode::Eval, 0);
    tape.constant(Array2::zeros((5, 2)))
        .rows(&array![[0, 4, 7]]);
}

#[test]
#[should_panic(expected = "rows: [5] at [2]: expected a table with two axes")]
fn a_table_has_two_axes() {
    let tape = Tape::new(Mode::Eval, 0);
    tape.constant(Array1::zeros(5)).rows(&array![0, 4]);
}

#[test]
#[should_panic(
    expected = "pick: [2, 3] at [2]: index 3 at [1] is out of bounds for size 3"
)]
fn a_class_is_one_of_the_row() {
    let tape = Tape::new(Mode::Eval, 0);
    tape.constant(Array2::zeros((2, 3))).pick(&array![0, 3]);
}

#[test]
#[should_panic(expected = "pick: [2, 3] at [3]: expected one index for each row")]
fn each_row_has_a_number() {
    let tape = Tape::new(Mode::Eval, 0);
    tape.constant(Array2::zeros((2, 3))).pick(&array![0, 1, 2]);
}

#[test]
#[should_panic(expected = "pick: [] at []: expected one index for each row")]
fn a_scalar_has_no_rows() {
    let tape = Tape::new(Mode::Eval, 0);
    tape.constant(ndarray::arr0(1.0)).pick(&ndarray::arr0(0));
}
