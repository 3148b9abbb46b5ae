// expect-fail: both_start_from_the_same_parameters, the_number_without_a_mask_misleads
// misconception: trains one model after the other with shared parameters, so that the second goes on where the first has stopped
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
    let model = FixedContext::new(&config(&vocabularies), &mut rng);
    let wrong = CountsPadding(model.clone());
    train(&model, &examples, [source, target], &recipe(seed)).expect("possible");
    train(&wrong, &examples, [source, target], &recipe(seed)).expect("possible");
    let tape = Tape::new(Mode::Eval, 0);
    [(); 2].map(|()| [model.loss(&tape, &all), wrong.loss(&tape, &all)].map(Var::item))
