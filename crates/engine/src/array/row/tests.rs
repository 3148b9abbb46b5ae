use ndarray::ArrayView1;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{dot, sum};
use crate::Real;

/// Different bits would train models that differ from the committed ones.
#[test]
fn sums_have_the_bits_of_the_library() {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    for length in 0..40 {
        let mut row = || -> Vec<Real> { (0..length).map(|_| rng.random()).collect() };
        let (left, right) = (row(), row());
        assert_eq!(sum(&left), ArrayView1::from(&left).sum());
        let product = ArrayView1::from(&left).dot(&ArrayView1::from(&right));
        assert_eq!(dot(&left, &right), product);
    }
}
