use attention::Real;
use kinds_by_name::{Kind, kind};
use ndarray::{Array1, array};

#[track_caller]
pub fn check(weights: Array1<Real>, want: Kind) {
    let got: Kind = kind(&weights);
    assert!(got == want, "{weights} should be {want:?}, but `kind` returns {got:?}");
}

#[test]
fn the_four_rows_of_the_chapter() {
    check(array![0.0, 1.0, 0.0], Kind::OneHot);
    check(Array1::from_elem(3, 1.0 / 3.0), Kind::Uniform);
    check(array![0.5, 0.25, 0.25], Kind::Convex);
    check(array![1.0, 0.0, 0.5], Kind::Nonnegative);
}

#[test]
fn a_sum_of_one_is_not_enough() {
    check(array![1.5, -0.5], Kind::Other);
    check(array![0.5, 0.75, -0.25], Kind::Other);
}
