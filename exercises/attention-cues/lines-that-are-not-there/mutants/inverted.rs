// expect-fail: empty_lines_change_nothing, a_query_far_away
// misconception: masks what is real instead of what is empty
    scores.slice_mut(s![.., ..lines]).fill(Real::NEG_INFINITY);
