// expect-fail: a_single_clause_is_right, no_length_too_much, the_third_clause, to_the_letter
// misconception: returns the share of the mistakes
// region: 3
    let pairs = translated.iter();
    let right =
        pairs.filter(|(sentence, got)| sentence.translations.contains(&got.text));
    1.0 - right.count() as f64 / translated.len() as f64
