// expect-fail: no_lines_at_all
// misconception: takes the lowest finite number for minus infinity; a row of equal scores is uniform
    scores.slice_mut(s![.., lines..]).fill(Real::MIN);
