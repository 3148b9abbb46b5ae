// expect-fail: no_token_sees_a_later_one, short_source_long_target
// misconception: keeps the mask for the first part of a target only, because what follows comes in steps
    let mask = match cache.position() {
        0 => Mask::causal(),
        _ => Mask::all(),
    };
