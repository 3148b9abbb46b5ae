// expect-fail: to_the_letter
// misconception: compares with the first translation only
// region: 3
    let pairs = translated.iter();
    let right = pairs.filter(|(sentence, got)| sentence.translations[0] == got.text);
    right.count() as f64 / translated.len() as f64
