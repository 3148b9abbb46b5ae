// expect-fail: empty_lines_change_nothing, a_query_far_away
// misconception: takes the smallest positive number for the smallest number
    scores.slice_mut(s![.., lines..]).fill(Real::MIN_POSITIVE);
