// expect-fail: words_are_whole_words
// misconception: counts sequences of letters, also inside of other words
// region: 1
    let text = text.to_lowercase();
    vocabulary
        .iter()
        .map(|word| text.matches(word).count() as Real)
        .collect()
