// expect-fail: no_token_sees_a_later_one, short_source_long_target
// misconception: makes both modes equal by leaving the mask out of both
    let mask = Mask::all();
