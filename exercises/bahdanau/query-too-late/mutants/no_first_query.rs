// expect-fail: the_map_of_the_model, two_layers, the_first_row_needs_no_token
// misconception: asks late for the first token only, because before it there is no state to ask with
        let seen = if logits.len() == 1 { look(state) } else { seen };
        rows.push(seen.weights.index(1, 0).index(0, 0));
