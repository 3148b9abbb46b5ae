// expect-fail: a_bridge_that_copies, agrees_with_a_loop
// misconception: keeps sentences apart, but puts unit 0 of all layers first, then unit 1
    use attention::tape::stack;

    let [layers, batch, hidden] = encoder_state.dims();
    let by_sentence = encoder_state.permute(&[1, 2, 0]);
    let side_by_side = by_sentence.reshape(&[batch, layers * hidden]);
    let states = bridge.iter().map(|linear| linear.forward(side_by_side).tanh());
    stack(&states.collect::<Vec<_>>(), 0)
