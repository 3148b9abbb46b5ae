// expect-fail: as_two_loops_find_them
// misconception: drops test pairs whose source has come before in the test
    use attention::data::tokenize;
    use std::collections::HashSet;

    let mut seen: HashSet<Vec<String>> =
        training.iter().map(|pair| tokenize(&pair.source)).collect();
    let is_seen = |place: &usize| seen.remove(&tokenize(&test[*place].source));
    (0..test.len()).filter(is_seen).collect()
