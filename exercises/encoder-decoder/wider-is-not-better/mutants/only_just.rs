// expect-fail: by_a_clear_margin
// misconception: the narrow beam wins, but by a few percent
    match beginning {
        [] => [0.4, 0.35, 0.25],
        [1] => [0.5, 0.5, 0.0],
        [0, 0] => [1.0, 0.0, 0.0],
        [1, _] => [0.9, 0.1, 0.0],
        _ => [0.4, 0.3, 0.3],
    }
