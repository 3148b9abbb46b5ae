// expect-fail: to_the_letter, the_third_clause
// misconception: counts a translation as right if it begins right
// region: 3
    let begins = |(sentence, got): &&(Sentence, Translated)| {
        let want = tokenize(&sentence.translations[0]);
        let third = want.len() / 3;
        got.target.len() > third && got.target[..third] == want[..third]
    };
    translated.iter().filter(begins).count() as f64 / translated.len() as f64
