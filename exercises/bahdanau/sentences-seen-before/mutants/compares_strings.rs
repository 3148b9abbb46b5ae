// expect-fail: another_spelling_of_the_same_sentence, as_two_loops_find_them
// misconception: two strings that differ are two sentences
    let seen = |source: &String| training.iter().any(|pair| pair.source == *source);
    (0..test.len()).filter(|&place| seen(&test[place].source)).collect()
