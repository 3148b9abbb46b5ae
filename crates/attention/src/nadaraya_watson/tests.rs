mod claims;
mod leave_one_out;
mod properties;

use rand::{SeedableRng, rngs::ChaCha8Rng};

use super::*;
use crate::Real;

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn samples(seed: u64) -> Samples {
    Samples::draw(50, &mut rng(seed)).expect("there are points")
}

fn median(mut numbers: Vec<Real>) -> Real {
    numbers.sort_by(Real::total_cmp);
    numbers[numbers.len() / 2]
}

#[track_caller]
fn assert_close(actual: Real, expected: Real, tolerance: Real) {
    assert!(
        (actual - expected).abs() <= tolerance,
        "{actual} is not {expected}"
    );
}
