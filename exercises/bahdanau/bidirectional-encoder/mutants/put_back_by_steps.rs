// expect-fail: alone_and_in_a_batch, each_half_has_read_its_side
// misconception: puts the states back by turning around the whole axis of steps
// region: 2
    use attention::tape::concat;

    let before = forward.forward(tape, source).outputs;
    let after = backward.forward(tape, &reversed(source)).outputs;
    let order: Vec<usize> = (0..source.steps()).rev().collect();
    concat(&[before, after.select(1, &order)], 2)
