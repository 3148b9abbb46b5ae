use ndarray::{Array2, Array3, array};

use super::super::layouts::{gradients_hold, uniform};
use crate::Real;
use crate::tape::{Mode, Tape};

#[test]
fn sums_and_means_are_those_by_hand() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(array![[[1.0, 2.0, 3.0]], [[4.0, 5.0, 9.0]]]);
    assert_eq!((x.sum().item(), x.mean().item()), (24.0, 4.0));
    assert_eq!((x.sum().shape(), x.mean().shape()), (vec![], vec![]));
    assert_eq!(x.sum_axis(0).value(), array![[5.0, 7.0, 12.0]].into_dyn());
    assert_eq!(
        x.sum_axis(1).value(),
        array![[1.0, 2.0, 3.0], [4.0, 5.0, 9.0]].into_dyn()
    );
    assert_eq!(x.sum_axis(2).value(), array![[6.0], [18.0]].into_dyn());
    assert_eq!(x.mean_axis(0).value(), array![[2.5, 3.5, 6.0]].into_dyn());
    assert_eq!(x.mean_axis(2).value(), array![[2.0], [6.0]].into_dyn());
}

#[test]
fn gradients_are_right() {
    let x = [uniform(&[2, 3, 4])];
    gradients_hold(&x, |_, v| v[0].sum());
    gradients_hold(&x, |_, v| v[0].mean());
    for axis in 0..3 {
        gradients_hold(&x, |_, v| v[0].sum_axis(axis));
        gradients_hold(&x, |_, v| v[0].mean_axis(axis));
    }
}

#[test]
fn gradients_of_a_value_that_is_used_twice_add_up() {
    gradients_hold(&[uniform(&[2, 3])], |_, v| {
        let [x] = v else { unreachable!() };
        *x * x.sum() + *x / (x.square().mean() + 1.0) + x.sum_axis(0) * x.mean_axis(0)
    });
}

#[test]
fn the_sum_of_nothing_is_0() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(Array3::zeros((2, 0, 3)));
    assert_eq!(x.sum().item(), 0.0);
    let sums = x.sum_axis(1);
    assert_eq!(sums.value(), Array2::<Real>::zeros((2, 3)).into_dyn());
    assert_eq!(x.mean_axis(2).shape(), [2, 0]);
    let gradients = sums.sum().backward();
    assert_eq!(gradients.wrt(x).unwrap().shape(), [2, 0, 3]);
}

#[test]
#[should_panic(expected = "mean: [0, 2]: no entries")]
fn an_empty_array_has_no_mean() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((0, 2)))
        .mean();
}

#[test]
#[should_panic(expected = "mean_axis: [2, 0]: axis 1 is empty")]
fn an_empty_axis_has_no_mean() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 0)))
        .mean_axis(1);
}

#[test]
#[should_panic(expected = "sum_axis: [2, 3]: axis 2 is out of bounds")]
fn sums_need_an_axis_that_exists() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .sum_axis(2);
}

#[test]
#[should_panic(expected = "mean_axis: [2, 3]: axis 7 is out of bounds")]
fn means_need_an_axis_that_exists() {
    Tape::new(Mode::Eval, 0)
        .constant(Array2::zeros((2, 3)))
        .mean_axis(7);
}
