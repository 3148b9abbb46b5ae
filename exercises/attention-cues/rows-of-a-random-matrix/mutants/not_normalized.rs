// expect-fail: band_at_temperature_one_tenth, temperatures_from_near_zero_to_infinity
// misconception: raises the weights to the power 1 / temperature and forgets to divide by their sum
    use attention::attention_cues::random_weights;
    use ndarray::Axis;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let weights = random_weights(queries, keys, &mut ChaCha8Rng::seed_from_u64(seed))
        .mapv(|weight| weight.powf(1.0 / temperature));
    let largest = weights.fold_axis(Axis(1), 0.0, |top: &Real, &next| top.max(next));
    largest.sum() / queries as Real
