// expect-fail: an_open_reset_gate_changes_nothing, only_the_update_gate_keeps_a_number
// misconception: multiplies the candidate by the update gate, as other texts do
    let [_batch, hidden] = state.dims();
    let (from_input, from_state) =
        (layer.input.forward(x), layer.hidden.forward(state));
    let part = |sums: Var<'t>, gate| sums.slice(1, gate * hidden..(gate + 1) * hidden);
    let update = (part(from_input, 1) + part(from_state, 1)).sigmoid();
    let candidate = (part(from_input, 2) + part(from_state, 2)).tanh();
    state + update * (candidate - state)
