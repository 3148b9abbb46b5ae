// expect-fail: probabilities
// misconception: writes scores that do not sum to 1
    match beginning {
        [] => [0.4, 0.35, 0.1],
        [1] => [0.5, 0.5, 0.0],
        [0, 0] => [1.0, 0.0, 0.0],
        _ => [0.4, 0.3, 0.3],
    }
