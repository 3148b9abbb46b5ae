// expect-fail: band_at_temperature_one_tenth, temperatures_from_near_zero_to_infinity
// misconception: divides the weights by the temperature and divides by the sum, which cancels
    use attention::attention_cues::random_weights;
    use ndarray::Axis;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let weights = random_weights(queries, keys, &mut ChaCha8Rng::seed_from_u64(seed));
    let divided = weights / temperature;
    let weights = &divided / &divided.sum_axis(Axis(1)).insert_axis(Axis(1));
    let largest = weights.fold_axis(Axis(1), 0.0, |top: &Real, &next| top.max(next));
    largest.sum() / queries as Real
