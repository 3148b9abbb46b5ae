// expect-fail: one_hundred_steps
// misconception: leaves the width of the feed-forward networks at the default, four times the hidden size
    use attention::Real;
    use attention::encoder_decoder::{RateCurve, Recipe, train};
    use attention::transformer::{Config, Transformer};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let config = Config {
        arrangement,
        ..Config::new(16, 2).blocks(blocks)
    };
    let model = Transformer::new(&config, [VOCAB, VOCAB], &mut rng);
    let model = model.expect("two heads share 16 numbers");
    let recipe = Recipe {
        epochs: 1,
        batch: 16,
        learning_rate: 0.01,
        curve: RateCurve::Cosine { warmup: 0.3 },
        clip: Real::INFINITY,
        seed,
    };
    let examples = draw(100 * recipe.batch, &mut rng);
    train(&model, &examples, [VOCAB, VOCAB], &recipe).expect("finite numbers")
