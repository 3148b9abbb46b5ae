// region: 2
// expect-fail: measured_lies_a_little_above_computed, measured_agrees_with_a_loop
// misconception: takes the mean of the distances instead of the root of the mean of their squares
    use attention::nadaraya_watson::{Kernel, Samples, predict, truth};
    use ndarray::array;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let width = factor / points as Real;
    let (mut sum, count) = (0.0, seeds.end - seeds.start);
    for seed in seeds {
        let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
        let answer = predict(&samples, &array![2.5], Kernel::Gaussian, width)?[0];
        sum += (answer - truth(2.5)).abs();
    }
    Ok(sum / count as Real)
