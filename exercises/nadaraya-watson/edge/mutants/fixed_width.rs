// expect-fail: the_factor_at_the_edge_is_in_the_band, the_factor_in_the_middle_is_smaller
// misconception: more points are enough, the width may stay at 1
    use attention::nadaraya_watson::{Kernel, Samples, predict, truth};
    use ndarray::array;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let (mut sum, count) = (0.0, seeds.end - seeds.start);
    for seed in seeds {
        let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
        let answer = predict(&samples, &array![query], Kernel::Gaussian, 1.0)?[0];
        sum += (answer - truth(query)).powi(2);
    }
    Ok((sum / count as Real).sqrt())
