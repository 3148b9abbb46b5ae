// expect-fail: the_third_clause
// misconception: takes two clauses that fill the range, since sentences of this length usually have two
// region: 2
    use rand::seq::IndexedRandom;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let (clauses, mut rng) = (clauses(), ChaCha8Rng::seed_from_u64(seed));
    let mut sentences = Vec::new();
    while sentences.len() < SENTENCES {
        let drawn = (0..count.min(2)).filter_map(|_| clauses.choose(&mut rng));
        let sentence = join(&drawn.collect::<Vec<_>>());
        if tokens.contains(&tokenize(&sentence.source).len()) {
            sentences.push(sentence);
        }
    }
    let sources = sentences.iter().map(|sentence| sentence.source.as_str());
    let sources: Vec<&str> = sources.collect();
    let translated = translator.translate_all(&sources).expect("known words");
    sentences.into_iter().zip(translated).collect()
