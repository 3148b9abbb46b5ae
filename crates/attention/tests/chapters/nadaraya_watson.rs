//! Chapter 2: Nadaraya-Watson pooling.

mod claims;
mod leave_one_out;
mod properties;

use attention::Real;
use attention::nadaraya_watson::{Kernel, Samples, attention_weights, predict};
use engine::testing::rng;
use ndarray::{Array1, Array2};

fn samples(seed: u64) -> Samples {
    Samples::draw(50, &mut rng(seed)).expect("there are points")
}

fn weigh(queries: &Array1<Real>, keys: &Array1<Real>, kernel: Kernel, width: Real) -> Array2<Real> {
    attention_weights(queries, keys, kernel, width).expect("the width is positive")
}

/// Predicts with the Gaussian kernel.
fn predicted(samples: &Samples, queries: &Array1<Real>, width: Real) -> Array1<Real> {
    predict(samples, queries, Kernel::Gaussian, width).expect("the width is positive")
}

#[track_caller]
fn assert_close(actual: Real, expected: Real, tolerance: Real) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
}
