// expect-fail: pre_norm_without
// misconception: leaves the arrangement at the default
    use attention::encoder_decoder::{RateCurve, Recipe, train};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let _ = arrangement;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = model(Arrangement::PostNorm, &mut rng);
    let recipe = Recipe {
        epochs: 1,
        batch: 16,
        learning_rate: 0.02,
        curve: RateCurve::Cosine { warmup },
        clip: Real::INFINITY,
        seed,
    };
    let examples = draw(80 * recipe.batch, &mut rng);
    let report = train(&model, &examples, [VOCAB, VOCAB], &recipe);
    let losses = report.expect("finite numbers").losses();
    losses[75..].iter().sum::<Real>() / 5.0
