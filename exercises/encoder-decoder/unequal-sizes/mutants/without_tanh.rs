// expect-fail: shapes_and_range, a_bridge_that_copies, agrees_with_a_loop
// misconception: leaves out the tanh, so that a start can be outside of what states are
    use attention::tape::stack;

    let [layers, batch, hidden] = encoder_state.dims();
    let by_sentence = encoder_state.permute(&[1, 0, 2]);
    let side_by_side = by_sentence.reshape(&[batch, layers * hidden]);
    let states = bridge.iter().map(|linear| linear.forward(side_by_side));
    stack(&states.collect::<Vec<_>>(), 0)
