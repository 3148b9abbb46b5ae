// expect-fail: no_ties
// misconception: lets two first tokens be equally probable, and leaves the choice to the search
    match beginning {
        [] => [0.4, 0.4, 0.2],
        [1] => [0.5, 0.5, 0.0],
        [0, 0] => [1.0, 0.0, 0.0],
        _ => [0.4, 0.3, 0.3],
    }
