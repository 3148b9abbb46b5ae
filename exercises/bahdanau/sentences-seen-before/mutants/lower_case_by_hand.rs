// expect-fail: another_spelling_of_the_same_sentence
// misconception: lower case and single spaces are enough
    let clean = |pair: &Pair| {
        let text = pair.source.to_lowercase();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let seen: Vec<String> = training.iter().map(clean).collect();
    (0..test.len()).filter(|&place| seen.contains(&clean(&test[place]))).collect()
