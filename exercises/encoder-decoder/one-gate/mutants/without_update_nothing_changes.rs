// region: 2
// expect-fail: an_open_update_gate_changes_nothing, only_the_update_gate_keeps_a_number, only_the_reset_gate_starts_afresh
// misconception: without an update gate, the state is not updated
    let _ = (layer, x);
    state
