use ndarray::{Array2, ArrayD, array};

use super::super::layouts::{gradients_hold, uniform};
use crate::tape::{Mode, Tape, check};

#[test]
fn parts_are_those_by_hand() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(
        x.slice(1, 1..3).value(),
        array![[2.0, 3.0], [5.0, 6.0]].into_dyn()
    );
    assert_eq!(
        x.slice(0, 1..=1).value(),
        array![[4.0, 5.0, 6.0]].into_dyn()
    );
    assert_eq!(
        x.slice(1, ..2).value(),
        array![[1.0, 2.0], [4.0, 5.0]].into_dyn()
    );
    assert_eq!(x.slice(0, ..).value(), x.value());
    assert_eq!(x.slice(1, 3..).shape(), [2, 0]);
    assert_eq!(x.index(0, 1).value(), array![4.0, 5.0, 6.0].into_dyn());
    assert_eq!(x.index(1, 2).value(), array![3.0, 6.0].into_dyn());
    assert_eq!(
        x.select(1, &[2, 0]).value(),
        array![[3.0, 1.0], [6.0, 4.0]].into_dyn()
    );
    assert_eq!(
        x.select(0, &[1, 1]).value(),
        array![[4.0, 5.0, 6.0], [4.0, 5.0, 6.0]].into_dyn()
    );
}

#[test]
fn gradients_are_right() {
    let x = [uniform(&[2, 3, 4])];
    gradients_hold(&x, |_, v| v[0].slice(0, 1..2));
    gradients_hold(&x, |_, v| v[0].slice(1, 1..3));
    gradients_hold(&x, |_, v| v[0].slice(2, ..3));
    gradients_hold(&x, |_, v| v[0].index(0, 1));
    gradients_hold(&x, |_, v| v[0].index(1, 0));
    gradients_hold(&x, |_, v| v[0].index(2, 3));
    gradients_hold(&x, |_, v| v[0].select(0, &[1, 1, 0]));
    gradients_hold(&x, |_, v| v[0].select(2, &[3, 0, 3, 3, 1]));
}

#[test]
fn gradients_of_parts_that_overlap_add_up() {
    gradients_hold(&[uniform(&[3, 3])], |_, v| {
        let x = v[0];
        let both = x.slice(0, 0..2) * x.slice(0, 1..3) * x.select(0, &[2, 1]);
        both * x.index(0, 1) * x.index(1, 1)
    });
}

#[test]
fn no_numbers_are_copied() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(uniform(&[2, 3]));
    let whole = x.value();
    let (slice, index) = (x.slice(1, 1..).value(), x.index(1, 2).value());
    assert!(std::ptr::eq(&slice[[1, 0]], &whole[[1, 1]]));
    assert!(std::ptr::eq(&index[[1]], &whole[[1, 2]]));
}

#[test]
fn nothing_can_be_chosen() {
    let x = [uniform(&[2, 3])];
    check::gradients(&x, |_, v| v[0].slice(1, 2..2)).unwrap();
    check::gradients(&x, |_, v| v[0].select(0, &[])).unwrap();
    let empty = [ArrayD::zeros(vec![2, 0])];
    check::gradients(&empty, |_, v| v[0].slice(1, ..)).unwrap();
    check::gradients(&empty, |_, v| v[0].index(0, 1)).unwrap();
    check::gradients(&empty, |_, v| v[0].select(0, &[1, 1])).unwrap();
}

#[test]
#[should_panic(expected = "slice: [2, 3]: range 1..4 is out of bounds for axis 1")]
fn a_range_ends_within_the_axis() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .slice(1, 1..4);
}

#[test]
#[should_panic(expected = "slice: [2, 3]: range 5..3 is out of bounds for axis 1")]
fn a_range_starts_within_the_axis() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .slice(1, 5..);
}

#[test]
#[should_panic(expected = "slice: [2, 3]: axis 2 is out of bounds")]
fn a_slice_needs_an_axis_that_exists() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .slice(2, ..);
}

#[test]
#[should_panic(expected = "index: [2, 3]: index 3 is out of bounds for axis 1")]
fn an_index_is_within_the_axis() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .index(1, 3);
}

#[test]
#[should_panic(expected = "index: [2, 3]: axis 2 is out of bounds")]
fn an_index_needs_an_axis_that_exists() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .index(2, 0);
}

#[test]
#[should_panic(expected = "select: [2, 3]: index 3 is out of bounds for axis 1")]
fn chosen_places_are_within_the_axis() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .select(1, &[0, 3]);
}

#[test]
#[should_panic(expected = "select: [2, 3]: axis 2 is out of bounds")]
fn a_choice_needs_an_axis_that_exists() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .select(2, &[]);
}

#[test]
#[should_panic(expected = "slice: [3]")]
fn a_range_up_to_the_largest_number_is_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    tape.constant(array![1.0, 2.0, 3.0]).slice(0, ..=usize::MAX);
}
