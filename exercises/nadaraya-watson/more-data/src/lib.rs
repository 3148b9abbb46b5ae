//! The effect of a hundred times as many points on a fixed and on a shrinking width.

use attention::{Real, nadaraya_watson::PoolingError};

/// Returns two RMS errors against the curve at the queries of `query_grid`, for the
/// Gaussian kernel: with width 1, and with width `points` to the power of -1/5.
///
/// Both use the data set that `Samples::draw` makes with the generator of this seed.
///
/// # Errors
///
/// If `points` is 0.
pub fn rms_errors(points: usize, seed: u64) -> Result<[Real; 2], PoolingError> {
    //@ solution
    use attention::nadaraya_watson::{Kernel, Samples, predict, query_grid, rms_error};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let queries = query_grid();
    let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
    let fixed = predict(&samples, &queries, Kernel::Gaussian, 1.0)?;
    let width = (points as Real).powf(-0.2);
    let shrinking = predict(&samples, &queries, Kernel::Gaussian, width)?;
    Ok([fixed, shrinking].map(|answers| rms_error(&queries, &answers)))
    //@ stub todo!("the errors of both widths for {points} points and seed {seed}")
    //@ end
}

/// Returns the number of queries of `query_grid` at which the Gaussian kernel with
/// width 1 is no closer to the curve with `many` points than with `few`. Each data set
/// has a fresh generator of this seed.
///
/// # Errors
///
/// If `few` or `many` is 0.
pub fn queries_without_gain(
    few: usize,
    many: usize,
    seed: u64,
) -> Result<usize, PoolingError> {
    //@ solution
    use attention::nadaraya_watson::{Kernel, Samples, predict, query_grid, truth};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let queries = query_grid();
    let distances = |points| {
        let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
        let answers = predict(&samples, &queries, Kernel::Gaussian, 1.0)?;
        Ok((answers - queries.mapv(truth)).mapv(Real::abs))
    };
    let (before, after) = (distances(few)?, distances(many)?);
    let pairs = before.iter().zip(&after);
    Ok(pairs.filter(|(before, after)| after >= before).count())
    //@ stub todo!("count the queries where {many} points are no better than {few}, {seed}")
    //@ end
}
exercise_solutions::tests!(more_data);
