// expect-fail: another_spelling_of_the_same_sentence, as_two_loops_find_them
// misconception: searches for the test sentence inside the training sentences
    use attention::data::{detokenize, tokenize};

    let clean = |pair: &Pair| detokenize(&tokenize(&pair.source));
    let seen: Vec<String> = training.iter().map(clean).collect();
    let is_seen = |place: &usize| {
        let source = clean(&test[*place]);
        seen.iter().any(|training| training.contains(&source))
    };
    (0..test.len()).filter(is_seen).collect()
