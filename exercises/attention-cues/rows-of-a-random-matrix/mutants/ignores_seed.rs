// expect-fail: temperature_one_changes_nothing
// misconception: draws with one fixed seed, so that all seeds give the same number
    use attention::{array::softmax, attention_cues::random_weights};
    use ndarray::Axis;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let _ = seed;
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let scores = random_weights(queries, keys, &mut rng).ln();
    let weights = softmax(&(scores / temperature));
    let largest = weights.fold_axis(Axis(1), 0.0, |top: &Real, &next| top.max(next));
    largest.sum() / queries as Real
