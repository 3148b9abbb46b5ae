// expect-fail: every_step_agrees_with_the_taught_model, several_layers, the_context_stays, the_translations_of_the_shipped_model
// misconception: takes the last layer of the old state: one step earlier, and still the decoder's own
        context: state.state.index(0, model.gru.layers.len() - 1),
