use attention::{Real, array::assert_close, assert_near};
use dropped_weights::{mean_weights, row_sums};
use ndarray::{Array1, array};

#[test]
fn nothing_is_dropped_at_rate_zero() {
    let weights: Array1<Real> = array![0.5, 0.375, 0.125];
    let [mean, deviation]: [Real; 2] = row_sums(&weights, 0.0, 100, 1);
    assert_near!(mean, 1.0, 1e-4, "each sum is 1, and their mean");
    assert_near!(deviation, 0.0, 1e-3, "the standard deviation of equal sums");
    for divide_again in [false, true] {
        let got: Array1<Real> = mean_weights(&weights, 0.0, 100, 1, divide_again);
        assert_close(&got, &weights, 1e-4);
    }
}

#[test]
fn the_mean_of_the_sums_is_one() {
    let weights: Array1<Real> = array![0.5, 0.25, 0.125, 0.125];
    for rate in [0.1, 0.5] {
        let [mean, deviation]: [Real; 2] = row_sums(&weights, rate, 10_000, 7);
        assert_near!(mean, 1.0, 0.05, "rate {rate}: the mean of the sums");
        assert!(deviation > 0.01, "rate {rate}: the sums must differ");
    }
}
