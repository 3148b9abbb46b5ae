// expect-fail: every_step_agrees_with_the_taught_model, several_layers, the_context_stays
// misconception: takes the first layer of the new state
        context: read.state.index(0, 0),
