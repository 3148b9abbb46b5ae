// expect-fail: the_example_of_the_prompt, every_number_at_its_place, any_memory_order
// misconception: puts the positions first, but lets the heads alternate within a row
    let by_position = split.view().permuted_axes([1, 2, 0]);
