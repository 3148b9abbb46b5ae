// expect-fail: all_heads_of_an_example_have_its_length, agrees_with_each_example_alone
// misconception: sorts the tiled lengths, which is right for the example of the prompt
    let mut flat: Vec<usize> = lens.repeat(heads);
    flat.sort_by(|a, b| b.cmp(a));
