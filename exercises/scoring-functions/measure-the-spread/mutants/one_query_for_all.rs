// expect-fail: a_hundred_rows_of_their_own
// misconception: draws one query and asks it 100 times
    use attention::array::softmax;
    use ndarray::{Array1, Array2};
    use rand::{SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut normal = || -> Real { StandardNormal.sample(&mut rng) };
    let (mut slopes, mut tops) = (0.0, 0.0);
    let one_query = Array1::from_shape_simple_fn(dim, &mut normal);
    for _ in 0..100 {
        let all_keys = Array2::from_shape_simple_fn((keys, dim), &mut normal);
        let mut query = one_query.clone();
        if itself {
            query.assign(&all_keys.row(0));
        }
        let weights = softmax(&(all_keys.dot(&query) / divisor));
        slopes += weights.mapv(|a| a * (1.0 - a)).sum() / keys as Real;
        tops += weights.fold(0.0, |top: Real, &a| top.max(a));
    }
    [slopes / 100.0, tops / 100.0]
