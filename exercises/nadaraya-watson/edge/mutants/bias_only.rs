// expect-fail: bias_and_variance_add_up
// misconception: takes the mean of the differences, with their signs, before squaring
    use attention::nadaraya_watson::{Kernel, Samples, predict, truth};
    use ndarray::array;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let width = (points as Real).powf(-0.2);
    let (mut sum, count) = (0.0, seeds.end - seeds.start);
    for seed in seeds {
        let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
        let answer = predict(&samples, &array![query], Kernel::Gaussian, width)?[0];
        sum += answer - truth(query);
    }
    Ok((sum / count as Real).abs())
