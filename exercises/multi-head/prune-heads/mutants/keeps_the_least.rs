// expect-fail: close_to_the_best_pairs
// misconception: sorts upwards, so the two least important heads stay
// region: 2
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = SlopeModel::new(4, &mut rng).expect("4 divides the hidden size");
    model.train(100, &mut rng);
    let importance = importance(&model);
    let mut heads = [0, 1, 2, 3];
    heads.sort_by(|&a, &b| importance[a].total_cmp(&importance[b]));
    model.keep_heads(&heads[..2]).error()
