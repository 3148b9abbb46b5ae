// expect-fail: the_number_without_a_mask_misleads
// misconception: takes the columns for the rows
// region: 2
    use attention::encoder_decoder::train;
    use attention::tape::Mode;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let corpus = small_corpus();
    let vocabularies = Vocabularies::new(&corpus, 1);
    let examples = vocabularies.examples(&corpus);
    let [source, target] = vocabularies.sizes();
    let all = Batch::new(&examples, source, target).expect("known words");
    let [[a, b], [c, d]] = [true, false].map(|mask| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
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
    });
    [[a, c], [b, d]]
