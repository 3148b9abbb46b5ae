// expect-fail: an_open_reset_gate_changes_nothing, the_other_gate_is_not_used
// misconception: takes the first part for the update gate
    let [_batch, hidden] = state.dims();
    let (from_input, from_state) =
        (layer.input.forward(x), layer.hidden.forward(state));
    let part = |sums: Var<'t>, gate| sums.slice(1, gate * hidden..(gate + 1) * hidden);
    let update = (part(from_input, 0) + part(from_state, 0)).sigmoid();
    let candidate = (part(from_input, 2) + part(from_state, 2)).tanh();
    candidate + update * (state - candidate)
