// expect-fail: another_translation_of_the_same_sentence, another_spelling_of_the_same_sentence
// misconception: a sentence with a new translation is a new sentence
    use attention::data::tokenize;

    let tokens = |pair: &Pair| (tokenize(&pair.source), tokenize(&pair.target));
    let seen: Vec<_> = training.iter().map(tokens).collect();
    (0..test.len()).filter(|&place| seen.contains(&tokens(&test[place]))).collect()
