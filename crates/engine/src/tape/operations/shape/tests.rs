use ndarray::{Array2, Array3, ArrayD, Ix3, array};

use super::super::layouts::{gradients_hold, uniform};
use crate::tape::{Mode, Tape, check};

#[test]
fn entries_are_where_they_should_be() {
    let tape = Tape::new(Mode::Eval, 0);
    let array = uniform(&[2, 3, 4]).into_dimensionality::<Ix3>().unwrap();
    let x = tape.constant(array.clone());
    let (reshaped, transposed) = (x.reshape(&[4, 6]).value(), x.transpose().value());
    let (permuted, inserted) =
        (x.permute(&[2, 0, 1]).value(), x.insert_axis(1).value());
    for ((i, j, k), &entry) in array.indexed_iter() {
        let flat = (3 * i + j) * 4 + k;
        assert_eq!(reshaped[[flat / 6, flat % 6]], entry);
        assert_eq!(transposed[[i, k, j]], entry);
        assert_eq!(permuted[[k, i, j]], entry);
        assert_eq!(inserted[[i, 0, j, k]], entry);
    }
}

#[test]
fn a_reshape_reads_in_row_major_order_after_a_transpose() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let flat = x.transpose().reshape(&[6]);
    assert_eq!(
        flat.value(),
        array![1.0, 4.0, 2.0, 5.0, 3.0, 6.0].into_dyn()
    );
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
fn gradients_are_right() {
    let x = [uniform(&[2, 3, 4])];
    gradients_hold(&x, |_, v| v[0].reshape(&[6, 2, 2]));
    gradients_hold(&x, |_, v| v[0].transpose());
    // The inverse of this order is another order.
    gradients_hold(&x, |_, v| v[0].permute(&[2, 0, 1]));
    for axis in 0..=3 {
        gradients_hold(&x, |_, v| v[0].insert_axis(axis));
    }
}

#[test]
fn gradients_of_a_value_that_is_used_twice_add_up() {
    gradients_hold(&[uniform(&[2, 3])], |_, v| {
        let x = v[0];
        x.transpose()
            * x.reshape(&[3, 2])
            * x.permute(&[1, 0])
            * x.insert_axis(0).transpose().reshape(&[3, 2])
    });
}

#[test]
fn no_numbers_are_copied() {
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
    ];
    for var in same {
        let value = var.value();
        assert_eq!(
            value.first().unwrap() as *const _,
            first,
            "{:?}",
            var.shape()
        );
    }
}

#[test]
fn arrays_without_entries_and_without_axes_pass() {
    let empty = [ArrayD::zeros(vec![2, 0, 3])];
    check::gradients(&empty, |_, v| v[0].reshape(&[0, 5])).unwrap();
    check::gradients(&empty, |_, v| v[0].transpose()).unwrap();
    check::gradients(&empty, |_, v| v[0].permute(&[1, 2, 0])).unwrap();
    let number = [ArrayD::ones(vec![])];
    check::gradients(&number, |_, v| v[0].reshape(&[1, 1])).unwrap();
    check::gradients(&number, |_, v| v[0].permute(&[])).unwrap();
    check::gradients(&number, |_, v| v[0].insert_axis(0)).unwrap();
}

#[test]
#[should_panic(expected = "reshape: [2, 3] to [4]: 6 and 4 entries")]
fn a_reshape_keeps_the_number_of_entries() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .reshape(&[4]);
}

#[test]
#[should_panic(expected = "transpose: [3]: needs at least two axes")]
fn a_transpose_needs_two_axes() {
    Tape::new(Mode::Eval, 0)
        .constant(array![1.0, 2.0, 3.0])
        .transpose();
}

#[test]
#[should_panic(expected = "permute: [2, 3] by [0, 0]: not a permutation of the axes")]
fn a_permutation_does_not_repeat_an_axis() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .permute(&[0, 0]);
}

#[test]
#[should_panic(
    expected = "permute: [2, 3] by [1, 0, 2]: not a permutation of the axes"
)]
fn a_permutation_does_not_invent_an_axis() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .permute(&[1, 0, 2]);
}

#[test]
#[should_panic(
    expected = "permute: [2, 3, 4] by [1, 0]: not a permutation of the axes"
)]
fn a_permutation_does_not_lose_an_axis() {
    Tape::new(Mode::Eval, 0)
        .constant(Array3::zeros((2, 3, 4)))
        .permute(&[1, 0]);
}

#[test]
#[should_panic(expected = "insert_axis: [2, 3]: axis 3 is out of bounds")]
fn a_new_axis_follows_the_others() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .insert_axis(3);
}
