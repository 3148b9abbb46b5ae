// expect-fail: errors_with_5000_points_are_in_the_bands
// misconception: the more points, the wider the kernel
    use attention::nadaraya_watson::{
        Kernel, Samples, predict, query_grid, rms_error,
    };
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let queries = query_grid();
    let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
    let fixed = predict(&samples, &queries, Kernel::Gaussian, 1.0)?;
    let width = (points as Real).powf(0.2);
    let shrinking = predict(&samples, &queries, Kernel::Gaussian, width)?;
    Ok([fixed, shrinking].map(|answers| rms_error(&queries, &answers)))
