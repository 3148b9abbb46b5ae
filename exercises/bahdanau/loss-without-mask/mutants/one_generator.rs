// expect-fail: both_start_from_the_same_parameters
// misconception: makes both models with one generator, so that they start from different parameters
// region: 2
    use attention::encoder_decoder::train;
    use attention::tape::Mode;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let corpus = small_corpus();
    let vocabularies = Vocabularies::new(&corpus, 1);
    let examples = vocabularies.examples(&corpus);
    let [source, target] = vocabularies.sizes();
    let all = Batch::new(&examples, source, target).expect("known words");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    [true, false].map(|mask| {
        let model = FixedContext::new(&config(&vocabularies), &mut rng);
        let wrong = CountsPadding(model.clone());
        let report = if mask {
            train(&model, &examples, [source, target], &recipe(seed))
        } else {
            train(&wrong, &examples, [source, target], &recipe(seed))
        };
        report.expect("the recipe is possible");
        let tape = Tape::new(Mode::Eval, 0);
        [model.loss(&tape, &all), wrong.loss(&tape, &all)].map(Var::item)
    })
