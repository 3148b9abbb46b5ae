// expect-fail: the_sentences_that_were_asked_for
// misconception: counts the tokens without the period
// region: 2
    use rand::seq::IndexedRandom;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let (clauses, mut rng) = (clauses(), ChaCha8Rng::seed_from_u64(seed));
    let mut sentences = Vec::new();
    while sentences.len() < SENTENCES {
        let drawn = (0..count).filter_map(|_| clauses.choose(&mut rng));
        let sentence = join(&drawn.collect::<Vec<_>>());
        if tokens.contains(&(tokenize(&sentence.source).len() - 1)) {
            sentences.push(sentence);
        }
    }
    let sources = sentences.iter().map(|sentence| sentence.source.as_str());
    let sources: Vec<&str> = sources.collect();
    let translated = translator.translate_all(&sources).expect("known words");
    sentences.into_iter().zip(translated).collect()
