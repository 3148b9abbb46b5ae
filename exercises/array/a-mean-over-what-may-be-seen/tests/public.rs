use a_mean_over_what_may_be_seen::masked_mean;
use attention::{Real, array::assert_close};
use ndarray::{Array2, array};

#[test]
fn the_example_of_the_prompt() {
    let values: Array2<Real> = array![[1.0, 10.0], [2.0, 20.0], [6.0, 60.0]];
    let may_look: Array2<bool> = array![[true, true, true], [false, true, true]];
    let got: Array2<Real> = masked_mean(&values, &may_look);
    let want: Array2<Real> = array![[3.0, 30.0], [4.0, 40.0]];
    assert_close(&got, &want, 1e-5);
}

#[test]
fn a_row_without_true_is_zero() {
    let values: Array2<Real> = array![[1.0, 10.0, 0.5], [2.0, 20.0, 0.5]];
    let may_look: Array2<bool> = array![[false, false], [false, true]];
    let got: Array2<Real> = masked_mean(&values, &may_look);
    let want: Array2<Real> = array![[0.0, 0.0, 0.0], [2.0, 20.0, 0.5]];
    assert_close(&got, &want, 1e-5);
}
