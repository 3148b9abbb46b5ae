// expect-fail: errors_with_5000_points_are_in_the_bands, errors_agree_with_a_loop
// misconception: takes the exponent of the error, -2/5, for that of the width
    use attention::nadaraya_watson::{
        Kernel, Samples, predict, query_grid, rms_error,
    };
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let queries = query_grid();
    let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
    let fixed = predict(&samples, &queries, Kernel::Gaussian, 1.0)?;
    let width = (points as Real).powf(-0.4);
    let shrinking = predict(&samples, &queries, Kernel::Gaussian, width)?;
    Ok([fixed, shrinking].map(|answers| rms_error(&queries, &answers)))
