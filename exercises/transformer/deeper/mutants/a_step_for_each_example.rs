// expect-fail: one_hundred_steps
// misconception: trains with 100 examples and one in each step
    use attention::Real;
    use attention::encoder_decoder::{RateCurve, Recipe, train};
    use attention::transformer::{Config, Transformer};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let config = Config {
        arrangement,
        ..Config::new(16, 2).feed_forward(32).blocks(blocks)
    };
    let model = Transformer::new(&config, [VOCAB, VOCAB], &mut rng);
    let model = model.expect("two heads share 16 numbers");
    let recipe = Recipe {
        epochs: 1,
        batch: 1,
        learning_rate: 0.01,
        curve: RateCurve::Cosine { warmup: 0.3 },
        clip: Real::INFINITY,
        seed,
    };
    let examples = draw(100 * recipe.batch, &mut rng);
    train(&model, &examples, [VOCAB, VOCAB], &recipe).expect("finite numbers")
