// expect-fail: places_may_come_in_any_order
// misconception: takes the keys out and leaves the values, with the last ones cut off
    let keys = state.memory.lens[0];
    let kept: Vec<usize> = (0..keys).filter(|key| !hidden.contains(key)).collect();
    let mut state = state.clone();
    state.memory.projected_keys = state.memory.projected_keys.select(1, &kept);
    state.memory.values = state.memory.values.slice(1, ..kept.len());
    state.memory.lens = vec![kept.len()];
    state
