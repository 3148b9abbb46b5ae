// expect-fail: width_one_beats_width_two, by_a_clear_margin, no_ties
// misconception: builds the usual example, on which width 2 finds more
    match beginning {
        [] => [0.5, 0.4, 0.1],
        [1] => [1.0, 0.0, 0.0],
        [1, 0] => [1.0, 0.0, 0.0],
        _ => [0.4, 0.3, 0.3],
    }
