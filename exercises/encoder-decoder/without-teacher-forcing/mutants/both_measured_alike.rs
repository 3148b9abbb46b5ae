// region: 2
// expect-fail: each_model_is_measured_as_it_was_trained
// misconception: measures the second model with teacher forcing, with which it was not trained
    use attention::encoder_decoder::{Recipe, mean_loss, train};

    let recipe = Recipe {
        epochs: 60,
        batch: 4,
        learning_rate: 0.02,
        seed,
        ..Recipe::default()
    };
    let (examples, vocabs) = (examples(), [VOCAB, VOCAB]);
    let (taught, own) = (untrained(seed), OwnInputs(untrained(seed)));
    train(&taught, &examples, vocabs, &recipe).expect("nothing diverges");
    train(&own, &examples, vocabs, &recipe).expect("nothing diverges");
    [&taught, &own.0].map(|model| {
        mean_loss(model, &examples, vocabs).expect("tokens of the vocabulary")
    })
