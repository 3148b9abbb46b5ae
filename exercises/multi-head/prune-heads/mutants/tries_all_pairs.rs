// expect-fail: the_two_with_the_largest_numbers_remain
// misconception: tries all six pairs and keeps the best one, without any measure
// region: 2
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = SlopeModel::new(4, &mut rng).expect("4 divides the hidden size");
    model.train(100, &mut rng);
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let errors = pairs.map(|pair| model.keep_heads(&pair).error());
    errors.into_iter().fold(Real::INFINITY, Real::min)
