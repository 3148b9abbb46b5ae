// expect-fail: the_number_without_a_mask_misleads
// misconception: measures the model with its own training loss only, and puts the other one beside it
// region: 2
    use attention::encoder_decoder::train;
    use attention::tape::Mode;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let corpus = small_corpus();
    let vocabularies = Vocabularies::new(&corpus, 1);
    let examples = vocabularies.examples(&corpus);
    let [source, target] = vocabularies.sizes();
    let all = Batch::new(&examples, source, target).expect("known words");
    let [a, b] = [true, false].map(|mask| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = FixedContext::new(&config(&vocabularies), &mut rng);
        let wrong = CountsPadding(model.clone());
        let tape = Tape::new(Mode::Eval, 0);
        if mask {
            train(&model, &examples, [source, target], &recipe(seed)).expect("possible");
            model.loss(&tape, &all).item()
        } else {
            train(&wrong, &examples, [source, target], &recipe(seed)).expect("possible");
            wrong.loss(&tape, &all).item()
        }
    });
    [[a, b], [a, b]]
