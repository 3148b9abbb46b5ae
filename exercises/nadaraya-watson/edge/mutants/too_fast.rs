// expect-fail: the_factor_in_the_middle_is_smaller
// misconception: the width may shrink as fast as one likes, here like 5/n
    use attention::nadaraya_watson::{Kernel, Samples, predict, truth};
    use ndarray::array;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let width = 5.0 / points as Real;
    let (mut sum, count) = (0.0, seeds.end - seeds.start);
    for seed in seeds {
        let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed))?;
        let answer = predict(&samples, &array![query], Kernel::Gaussian, width)?[0];
        sum += (answer - truth(query)).powi(2);
    }
    Ok((sum / count as Real).sqrt())
