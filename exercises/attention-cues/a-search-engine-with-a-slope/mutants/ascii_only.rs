// expect-fail: letters_of_other_languages
// misconception: takes the 26 letters of English for all letters, so that "café" becomes "caf"
// region: 1
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    vocabulary
        .iter()
        .map(|entry| words.iter().filter(|word| *word == entry).count() as Real)
        .collect()
