//! Sums and means.

use engine::Real;
use engine::tape::{Mode, Tape};
use ndarray::{Array2, Array3, ArrayD, arr0, array};

use crate::statements::{Operation, gradients_hold, uniform};

fn x() -> [ArrayD<Real>; 1] {
    [array![[[1.0, 2.0, 3.0]], [[4.0, 5.0, 9.0]]].into_dyn()]
}

pub(crate) fn sum(of: Operation) {
    of.value(x(), |v| v[0].sum(), arr0(24.0));
    of.gradients([uniform(&[2, 3, 4])], |v| v[0].sum());
    of.empty([&[0, 2]], |v| v[0].sum());
}

pub(crate) fn mean(of: Operation) {
    of.value(x(), |v| v[0].mean(), arr0(4.0));
    of.gradients([uniform(&[2, 3, 4])], |v| v[0].mean());
    of.panics([&[0, 2]], |v| v[0].mean(), "[0, 2]: no entries");
}

pub(crate) fn sum_axis(of: Operation) {
    of.value(x(), |v| v[0].sum_axis(0), array![[5.0, 7.0, 12.0]]);
    let middle = array![[1.0, 2.0, 3.0], [4.0, 5.0, 9.0]];
    of.value(x(), |v| v[0].sum_axis(1), middle);
    of.value(x(), |v| v[0].sum_axis(2), array![[6.0], [18.0]]);
    for axis in 0..3 {
        of.gradients([uniform(&[2, 3, 4])], |v| v[0].sum_axis(axis));
    }
    let message = "[2, 3]: axis 2 is out of bounds";
    of.panics([&[2, 3]], |v| v[0].sum_axis(2), message);
}

pub(crate) fn mean_axis(of: Operation) {
    of.value(x(), |v| v[0].mean_axis(0), array![[2.5, 3.5, 6.0]]);
    of.value(x(), |v| v[0].mean_axis(2), array![[2.0], [6.0]]);
    for axis in 0..3 {
        of.gradients([uniform(&[2, 3, 4])], |v| v[0].mean_axis(axis));
    }
    of.empty([&[2, 0, 3]], |v| v[0].mean_axis(2));
    of.panics([&[2, 0]], |v| v[0].mean_axis(1), "[2, 0]: axis 1 is empty");
    let message = "[2, 3]: axis 7 is out of bounds";
    of.panics([&[2, 3]], |v| v[0].mean_axis(7), message);
}

#[test]
fn gradients_of_a_value_that_is_used_twice_add_up() {
    gradients_hold(&[uniform(&[2, 3])], |_, v| {
        let x = v[0];
        x * x.sum() + x / (x.square().mean() + 1.0) + x.sum_axis(0) * x.mean_axis(0)
    });
}

#[test]
fn the_sum_of_nothing_is_0() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(Array3::zeros((2, 0, 3)));
    assert_eq!(x.sum().item(), 0.0);
    let sums = x.sum_axis(1);
    assert_eq!(sums.value(), Array2::<Real>::zeros((2, 3)).into_dyn());
    let gradients = sums.sum().backward();
    assert_eq!(gradients.wrt(x).unwrap().shape(), [2, 0, 3]);
}
