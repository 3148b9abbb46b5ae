// expect-fail: no_weight_on_padding, all_heads_of_an_example_have_its_length, agrees_with_each_example_alone
// misconception: lets all rows have the longest length, so that no word is lost
    let longest = lens.iter().copied().max().unwrap_or(0);
    let flat: Vec<usize> = vec![longest; lens.len() * heads];
