//! The error at query 2.5 if the width shrinks like one divided by the number
//! of points.

use std::ops::Range;

use attention::{Real, nadaraya_watson::PoolingError};

/// Returns an approximation of the error with width `factor / points`: the root of the
/// variance of the noise times the sum of the squared weights, with integrals
/// instead of sums.
pub fn computed_error(factor: Real) -> Real {
    //@ solution
    use attention::nadaraya_watson::{INTERVAL, NOISE};

    let within_reach = factor / INTERVAL;
    let root_of_pi = (std::f64::consts::PI as Real).sqrt();
    (NOISE * NOISE / (2.0 * root_of_pi * within_reach)).sqrt()
    //@ stub todo!("the formula for width {factor} / n")
    //@ end
}

/// Returns the root of the mean squared error at query 2.5, over one data set for each
/// seed, with the Gaussian kernel and width `factor / points`.
///
/// `Samples::draw` draws the data set of a seed with a fresh generator of
/// this seed. `seeds` is not empty.
///
/// # Errors
///
/// If `points` is 0, or if the factor is not a finite number above 0.
pub fn measured_error(
    factor: Real,
    points: usize,
    seeds: Range<u64>,
) -> Result<Real, PoolingError> {
    //@ solution
    use attention::nadaraya_watson::{Kernel, Samples, predict, truth};
    use ndarray::array;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let width = factor / points as Real;
    let (mut sum, count) = (0.0, seeds.end - seeds.start);
    for seed in seeds {
        let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
        let answer = predict(&samples, &array![2.5], Kernel::Gaussian, width)?[0];
        sum += (answer - truth(2.5)).powi(2);
    }
    Ok((sum / count as Real).sqrt())
    //@ stub todo!("width {factor} / {points}, over seeds {seeds:?}")
    //@ end
}
exercise_solutions::tests!(too_fast);
