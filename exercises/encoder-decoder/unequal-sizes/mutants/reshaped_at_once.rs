// expect-fail: a_bridge_that_copies, agrees_with_a_loop, sentences_stay_apart
// misconception: believes that a reshape puts the layers of each sentence side by side
    use attention::tape::stack;

    let [layers, batch, hidden] = encoder_state.dims();
    let side_by_side = encoder_state.reshape(&[batch, layers * hidden]);
    let states = bridge.iter().map(|linear| linear.forward(side_by_side).tanh());
    stack(&states.collect::<Vec<_>>(), 0)
