// expect-fail: errors_with_5000_points_are_in_the_bands, errors_agree_with_a_loop
// misconception: measures the error at the training inputs, against the noisy targets
    use attention::nadaraya_watson::{Kernel, Samples, predict};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
    let mut errors = [1.0, (points as Real).powf(-0.2)];
    for error in &mut errors {
        let answers = predict(&samples, samples.inputs(), Kernel::Gaussian, *error)?;
        let differences = answers - samples.targets();
        *error = (differences.dot(&differences) / points as Real).sqrt();
    }
    Ok(errors)
