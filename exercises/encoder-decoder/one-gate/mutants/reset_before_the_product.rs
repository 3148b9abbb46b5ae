// region: 2
// expect-fail: an_open_update_gate_changes_nothing
// misconception: multiplies the state by the reset gate before the product
    let [_batch, hidden] = state.dims();
    let part = |sums: Var<'t>, gate| sums.slice(1, gate * hidden..(gate + 1) * hidden);
    let from_input = layer.input.forward(x);
    let reset = part(from_input, 0) + part(layer.hidden.forward(state), 0);
    let weakened = layer.hidden.forward(reset.sigmoid() * state);
    (part(from_input, 2) + part(weakened, 2)).tanh()
