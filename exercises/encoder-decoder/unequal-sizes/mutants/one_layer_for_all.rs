// expect-fail: a_bridge_that_copies, agrees_with_a_loop
// misconception: makes one state and starts all layers of the decoder with it
    use attention::tape::stack;

    let [layers, batch, hidden] = encoder_state.dims();
    let by_sentence = encoder_state.permute(&[1, 0, 2]);
    let side_by_side = by_sentence.reshape(&[batch, layers * hidden]);
    let state = bridge[0].forward(side_by_side).tanh();
    stack(&vec![state; bridge.len()], 0)
