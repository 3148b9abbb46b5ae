// expect-fail: both_halves_at_each_word, each_half_has_read_its_side
// misconception: leaves the states of the backward reader in its own order
// region: 2
    use attention::tape::concat;

    let before = forward.forward(tape, source).outputs;
    let after = backward.forward(tape, &reversed(source)).outputs;
    concat(&[before, after], 2)
