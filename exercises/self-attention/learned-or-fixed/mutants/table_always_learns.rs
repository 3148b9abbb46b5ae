// expect-fail: the_training_of_the_prompt
// misconception: trains the table in all variants
    use attention::tape::Mode;
    use attention::train::{Adam, Loss, Trainer};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = Model::new(start, (learns, true).1, &mut rng);
    let mut adam = Adam::new(0.01).expect("a positive rate");
    let training = Trainer::new(steps).run(&model, &mut adam, |tape, _| {
        let sequences = draw(32, &mut rng);
        let targets = Array2::from_shape_fn(sequences.dim(), |(i, place)| match place {
            0 => usize::MAX,
            _ => sequences[[i, place - 1]],
        });
        let logits = model.forward(tape, &Tokens::new(sequences, VOCAB)?);
        let value = logits.cross_entropy(&targets, Some(usize::MAX));
        Ok(Loss { value, tokens: 32 * (LEN - 1) })
    });
    training.expect("a training with finite numbers");

    let sequences = draw(200, &mut rng);
    let tape = Tape::new(Mode::Eval, 0);
    let tokens = Tokens::new(sequences.clone(), VOCAB).expect("tokens below VOCAB");
    let logits = model.forward(&tape, &tokens).value();
    let mut right = 0;
    for i in 0..200 {
        for place in 1..LEN {
            let logit = |token: usize| logits[[i, place, token]];
            let best = (0..VOCAB).max_by(|&a, &b| logit(a).total_cmp(&logit(b)));
            right += usize::from(best == Some(sequences[[i, place - 1]]));
        }
    }
    right as Real / (200 * (LEN - 1)) as Real
