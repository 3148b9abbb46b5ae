// expect-fail: the_share_matters
// misconception: leaves the curve at the default, which has some warm-up
    use attention::encoder_decoder::{RateCurve, Recipe, train};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let _ = warmup;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = model(arrangement, &mut rng);
    let recipe = Recipe {
        epochs: 1,
        batch: 16,
        learning_rate: 0.02,
        curve: RateCurve::default(),
        clip: Real::INFINITY,
        seed,
    };
    let examples = draw(80 * recipe.batch, &mut rng);
    let report = train(&model, &examples, [VOCAB, VOCAB], &recipe);
    let losses = report.expect("finite numbers").losses();
    losses[75..].iter().sum::<Real>() / 5.0
