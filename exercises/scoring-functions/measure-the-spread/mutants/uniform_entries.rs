// expect-fail: independent_by_the_root, itself_by_the_root
// misconception: draws entries between -1 and 1, which have the variance 1/3
    use attention::array::softmax;
    use ndarray::{Array1, Array2};
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut normal = || -> Real { rng.random_range(-1.0..1.0) };
    let (mut slopes, mut tops) = (0.0, 0.0);
    for _ in 0..100 {
        let all_keys = Array2::from_shape_simple_fn((keys, dim), &mut normal);
        let mut query = Array1::from_shape_simple_fn(dim, &mut normal);
        if itself {
            query.assign(&all_keys.row(0));
        }
        let weights = softmax(&(all_keys.dot(&query) / divisor));
        slopes += weights.mapv(|a| a * (1.0 - a)).sum() / keys as Real;
        tops += weights.fold(0.0, |top: Real, &a| top.max(a));
    }
    [slopes / 100.0, tops / 100.0]
