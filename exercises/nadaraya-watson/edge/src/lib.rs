//! How the error falls at the edge of the data, and in the middle.

use std::ops::Range;

use attention::{Real, nadaraya_watson::PoolingError};

/// Returns the root of the mean squared error at one query, over one data set for each
/// seed, with the Gaussian kernel and width `points` to the power of -1/5.
///
/// `Samples::draw` draws the data set of a seed with a fresh generator of this seed.
/// `seeds` is not empty.
///
/// # Errors
///
/// If `points` is 0.
pub fn error_at(
    query: Real,
    points: usize,
    seeds: Range<u64>,
) -> Result<Real, PoolingError> {
    //@ solution
    use attention::nadaraya_watson::{Kernel, Samples, predict, truth};
    use ndarray::array;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let width = (points as Real).powf(-0.2);
    let (mut sum, count) = (0.0, seeds.end - seeds.start);
    for seed in seeds {
        let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
        let answer = predict(&samples, &array![query], Kernel::Gaussian, width)?[0];
        sum += (answer - truth(query)).powi(2);
    }
    Ok((sum / count as Real).sqrt())
    //@ stub todo!("the error at {query} with {points} points over seeds {seeds:?}")
    //@ end
}

/// Returns the factor by which the error at the query shrinks from 50 to 5000 points.
///
/// # Errors
///
/// If `error_at` returns an error.
pub fn factor(query: Real, seeds: Range<u64>) -> Result<Real, PoolingError> {
    Ok(error_at(query, 5000, seeds.clone())? / error_at(query, 50, seeds)?)
}
exercise_solutions::tests!(edge);
