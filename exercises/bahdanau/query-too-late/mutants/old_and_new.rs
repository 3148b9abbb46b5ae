// expect-fail: the_map_of_the_model, the_last_token_changes_nothing, two_layers
// misconception: takes the mean of the look before and the look after the step
        let both = seen.weights + look(state).weights;
        rows.push((both * 0.5).index(1, 0).index(0, 0));
