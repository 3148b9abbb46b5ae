// expect-fail: the_other_keys_share_the_weight, places_may_come_in_any_order
// misconception: makes the sentence shorter, which hides its end and not the place
    let mut state = state.clone();
    state.memory.lens[0] -= hidden.len();
    state
