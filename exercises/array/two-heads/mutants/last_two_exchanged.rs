// expect-fail: the_example_of_the_prompt, a_row_is_a_position, every_number_at_its_place, one_head_changes_nothing
// misconception: exchanges the last two axes, as for a stack of transposed matrices
    let by_position = split.view().permuted_axes([0, 2, 1]);
