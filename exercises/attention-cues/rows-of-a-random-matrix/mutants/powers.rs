// expect-fail: temperatures_from_near_zero_to_infinity
// misconception: takes powers of the weights and divides by their sum, which is 0 at low temperatures
    use attention::attention_cues::random_weights;
    use ndarray::Axis;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let weights = random_weights(queries, keys, &mut ChaCha8Rng::seed_from_u64(seed))
        .mapv(|weight| weight.powf(1.0 / temperature));
    let weights = &weights / &weights.sum_axis(Axis(1)).insert_axis(Axis(1));
    let largest = weights.fold_axis(Axis(1), 0.0, |top: &Real, &next| top.max(next));
    largest.sum() / queries as Real
