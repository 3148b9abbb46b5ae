// expect-fail: a_query_far_away, no_lines_at_all
// misconception: takes a large negative number for minus infinity; scores can be lower
    scores.slice_mut(s![.., lines..]).fill(-1e4);
