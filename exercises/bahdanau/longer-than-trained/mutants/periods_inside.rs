// expect-fail: three_parts_make_one_sentence, no_length_too_much
// misconception: leaves the periods of the parts, so that the model reads marks where it has never seen any
    let joined = |texts: Vec<&str>, word: &str| texts.join(word);
    let sources = parts.iter().map(|part| part.source.as_str());
    let translations = parts.iter().map(|part| part.translations[0].as_str());
    Sentence {
        source: joined(sources.collect(), " and "),
        translations: vec![joined(translations.collect(), " et ")],
    }
