// expect-fail: no_weight_on_padding, all_heads_of_an_example_have_its_length, agrees_with_each_example_alone
// misconception: divides the row by the number of examples, which is right if there are as many heads
    let flat: Vec<usize> = (0..lens.len() * heads).map(|r| lens[r / lens.len()]).collect();
