use ndarray::{Array2, ArrayD, array};

use super::super::layouts::{gradients_hold, uniform};
use super::{concat, stack};
use crate::tape::{Mode, Tape, check};

#[test]
fn parts_lie_one_after_the_other() {
    let tape = Tape::new(Mode::Eval, 0);
    let a = tape.constant(array![[1.0, 2.0]]);
    let b = tape.constant(array![[3.0, 4.0], [5.0, 6.0]]);
    let rows = concat(&[a, b, a], 0).value();
    assert_eq!(
        rows,
        array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [1.0, 2.0]].into_dyn()
    );
    let columns = concat(&[b, b.transpose()], 1).value();
    assert_eq!(
        columns,
        array![[3.0, 4.0, 3.0, 5.0], [5.0, 6.0, 4.0, 6.0]].into_dyn()
    );
    // Operations on a joined value need contiguous rows.
    assert!(columns.is_standard_layout());
}

#[test]
fn parts_lie_behind_each_other() {
    let tape = Tape::new(Mode::Eval, 0);
    let a = tape.constant(array![[1.0, 2.0], [3.0, 4.0]]);
    let b = a * 10.0;
    let expected = [
        array![[[1.0, 2.0], [3.0, 4.0]], [[10.0, 20.0], [30.0, 40.0]]],
        array![[[1.0, 2.0], [10.0, 20.0]], [[3.0, 4.0], [30.0, 40.0]]],
        array![[[1.0, 10.0], [2.0, 20.0]], [[3.0, 30.0], [4.0, 40.0]]],
    ];
    for (axis, expected) in expected.into_iter().enumerate() {
        let stacked = stack(&[a, b], axis).value();
        assert_eq!(stacked, expected.into_dyn());
        assert!(stacked.is_standard_layout());
    }
}

#[test]
fn gradients_are_right() {
    let parts = [
        uniform(&[2, 3, 1]),
        uniform(&[2, 3, 4]),
        uniform(&[2, 3, 2]),
    ];
    gradients_hold(&parts, |_, v| concat(v, 2));
    gradients_hold(&[uniform(&[2, 3]), uniform(&[4, 3])], |_, v| concat(v, 0));
    let parts = [
        uniform(&[2, 3]),
        uniform(&[2, 3]) * 2.0,
        uniform(&[2, 3]) - 1.0,
    ];
    for axis in 0..=2 {
        gradients_hold(&parts, |_, v| stack(v, axis));
    }
}

#[test]
fn gradients_of_a_part_that_is_used_twice_add_up() {
    let parts = [uniform(&[2, 3]), uniform(&[2, 1])];
    gradients_hold(&parts, |_, v| concat(&[v[0], v[1], v[0]], 1));
    gradients_hold(&parts[..1], |_, v| stack(&[v[0], v[0]], 1));
}

#[test]
fn parts_can_be_empty() {
    let parts = [ArrayD::zeros(vec![2, 0]), uniform(&[2, 3])];
    check::gradients(&parts, |_, v| concat(v, 1)).unwrap();
    check::gradients(&parts[..1], |_, v| stack(&[v[0], v[0]], 0)).unwrap();
}

#[test]
fn a_single_part_is_itself() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(uniform(&[2, 3]));
    assert_eq!(concat(&[x], 1).value(), x.value());
    assert_eq!(stack(&[x], 1).value(), x.insert_axis(1).value());
}

fn zeros(tape: &Tape, rows: usize, columns: usize) -> crate::tape::Var<'_> {
    tape.constant(Array2::zeros((rows, columns)))
}

#[test]
#[should_panic(expected = "concat: needs at least one part")]
fn concat_needs_a_part() {
    concat(&[], 0);
}

#[test]
#[should_panic(expected = "concat: [2, 3]: axis 2 is out of bounds")]
fn concat_needs_an_axis_that_exists() {
    let tape = Tape::new(Mode::Eval, 0);
    concat(&[zeros(&tape, 2, 3)], 2);
}

#[test]
#[should_panic(
    expected = "concat: [2, 3] and [4, 3]: sizes differ along an axis other than 1"
)]
fn concat_needs_the_same_sizes_off_its_axis() {
    let tape = Tape::new(Mode::Eval, 0);
    concat(&[zeros(&tape, 2, 3), zeros(&tape, 4, 3)], 1);
}

#[test]
#[should_panic(
    expected = "concat: [2, 3] and [2]: sizes differ along an axis other than 1"
)]
fn concat_needs_the_same_number_of_axes() {
    let tape = Tape::new(Mode::Eval, 0);
    concat(&[zeros(&tape, 2, 3), tape.constant(array![1.0, 2.0])], 1);
}

#[test]
#[should_panic(expected = "concat: operands are on different tapes")]
fn concat_needs_one_tape() {
    let (one, other) = (Tape::new(Mode::Eval, 0), Tape::new(Mode::Eval, 0));
    concat(&[zeros(&one, 2, 3), zeros(&other, 2, 3)], 1);
}

#[test]
#[should_panic(expected = "stack: needs at least one part")]
fn stack_needs_a_part() {
    stack(&[], 0);
}

#[test]
#[should_panic(expected = "stack: [2, 3]: axis 3 is out of bounds")]
fn stack_needs_a_place_for_its_axis() {
    let tape = Tape::new(Mode::Eval, 0);
    stack(&[zeros(&tape, 2, 3)], 3);
}

#[test]
#[should_panic(expected = "stack: [2, 3] and [2, 4]: shapes differ")]
fn stack_needs_the_same_shapes() {
    let tape = Tape::new(Mode::Eval, 0);
    stack(&[zeros(&tape, 2, 3), zeros(&tape, 2, 4)], 0);
}

/// A transpose passes its gradient on in its own layout, and the parts are slices of rows.
#[test]
fn gradients_of_a_transpose_are_cut() {
    gradients_hold(&[uniform(&[2, 3]), uniform(&[1, 3])], |_, v| {
        concat(&[v[0], v[1]], 0).transpose()
    });
    gradients_hold(&[uniform(&[2, 3]), uniform(&[2, 3])], |_, v| {
        stack(&[v[0], v[1]], 1).permute(&[2, 0, 1])
    });
}
