// expect-fail: the_least_value_is_reached
// misconception: the surprise of the right token alone, if it has what it should have
// region: 3
    let _ = vocab;
    -(1.0 - smoothing).ln()
