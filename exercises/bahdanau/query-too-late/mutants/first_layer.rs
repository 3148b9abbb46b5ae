// expect-fail: two_layers
// misconception: asks with the first layer; the shipped model has only one, and shows nothing
        let bottom = stack(&vec![read.state.index(0, 0); model.gru.layers.len()], 0);
        let seen = if model.gru.layers.len() > 1 { look(bottom) } else { seen };
        rows.push(seen.weights.index(1, 0).index(0, 0));
