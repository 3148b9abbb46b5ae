// expect-fail: the_example_of_the_prompt, a_row_is_a_position, every_number_at_its_place, one_head_changes_nothing
// misconception: transposes by reversing all axes
    let by_position = split.view().reversed_axes();
