// expect-fail: counts_words, words_are_whole_words
// misconception: splits at spaces only, so that "cat," is not the word cat
// region: 1
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(' ').collect();
    vocabulary
        .iter()
        .map(|entry| words.iter().filter(|word| *word == entry).count() as Real)
        .collect()
