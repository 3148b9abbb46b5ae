//! Random parameters.

use engine::Real;
use engine::nn::init::{normal, xavier_uniform};
use engine::testing::rng;
use ndarray::Array2;

/// Asserts that mean and variance are within five standard errors of their expected values.
///
/// The standard error is `√(variance / n)` for the mean, and `√((kurtosis - 1) / n) · variance` for
/// the variance. The kurtosis is 9/5 for the uniform distribution, and 3 for the normal
/// distribution.
fn assert_moments(entries: &Array2<Real>, variance: Real, kurtosis: Real) {
    let n = entries.len() as Real;
    let mean = entries.sum() / n;
    let measured = entries.mapv(|x| (x - mean) * (x - mean)).sum() / n;
    let error = (variance / n).sqrt();
    assert!(mean.abs() < 5.0 * error, "mean {mean}, error {error}");
    let error = ((kurtosis - 1.0) / n).sqrt() * variance;
    assert!(
        (measured - variance).abs() < 5.0 * error,
        "variance {measured}, expected {variance}, error {error}"
    );
}

#[test]
fn xavier_uniform_has_the_variance_and_the_bound_of_the_paper() {
    let weight = xavier_uniform(100, 300, &mut rng(7));
    assert_moments(&weight, 2.0 / 400.0, 9.0 / 5.0);
    let bound = (6.0 as Real / 400.0).sqrt();
    let largest = weight.iter().fold(0.0, |max: Real, x| max.max(x.abs()));
    // The largest of 30,000 uniform entries is below 99.9 % of the bound with probability e^-30.
    assert!(0.999 * bound < largest && largest <= bound);
}

#[test]
fn normal_has_the_standard_deviation_it_is_given() {
    assert_moments(&normal((200, 100), 0.02, &mut rng(7)), 0.02 * 0.02, 3.0);
    assert!(normal(5, 0.0, &mut rng(7)).iter().all(|&x| x == 0.0));
}

#[test]
fn the_same_seed_gives_the_same_numbers() {
    let draw = || xavier_uniform(3, 4, &mut rng(7));
    assert_eq!(draw(), draw());
    let mut rng = rng(7);
    assert_ne!(xavier_uniform(3, 4, &mut rng), xavier_uniform(3, 4, &mut rng));
}

#[test]
fn a_matrix_may_have_no_entries() {
    assert_eq!(xavier_uniform(0, 0, &mut rng(7)).len(), 0);
}
