// expect-fail: two_tokens_more, the_lengths_of_the_training
// misconception: compares the first two tokens, and takes the rest for granted
    use attention::data::Padded;
    use attention::encoder_decoder::{Recipe, greedy, train};
    use rand::seq::IndexedRandom;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = model(&mut rng);
    let examples: Vec<Example> = (0..300 * 16)
        .filter_map(|_| trained.choose(&mut rng).copied())
        .collect::<Vec<usize>>()
        .into_iter()
        .map(|len| sequence(len, &mut rng))
        .collect();
    let recipe = Recipe {
        epochs: 1,
        batch: 16,
        learning_rate: 0.02,
        seed,
        ..Recipe::default()
    };
    train(&model, &examples, [VOCAB, VOCAB], &recipe).expect("a training");
    let share = |&len: &usize| {
        let examples: Vec<Example> = (0..50).map(|_| sequence(len, &mut rng)).collect();
        let sources: Vec<&[usize]> = examples.iter().map(|e| &e.source[..]).collect();
        let sources = Padded::new(&sources, VOCAB).expect("tokens below VOCAB");
        let written = greedy(&model, &sources, len + 4);
        let right = written.iter().zip(&examples).filter(|(written, example)| {
            {
                let pairs = written.tokens.iter().zip(&example.target);
                len > 0 && pairs.take(2).all(|(a, b)| a == b)
            }
        });
        right.count() as Real / 50.0
    };
    tested.iter().map(share).collect()
