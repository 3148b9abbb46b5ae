// expect-fail: band_at_temperature_one_tenth, temperatures_from_near_zero_to_infinity
// misconception: multiplies the scores by the temperature instead of dividing, so that cold is flat
    use attention::{array::softmax, attention_cues::random_weights};
    use ndarray::Axis;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let scores =
        random_weights(queries, keys, &mut ChaCha8Rng::seed_from_u64(seed)).ln();
    let weights = softmax(&(scores * temperature));
    let largest = weights.fold_axis(Axis(1), 0.0, |top: &Real, &next| top.max(next));
    largest.sum() / queries as Real
