// expect-fail: the_other_keys_share_the_weight, places_may_come_in_any_order
// misconception: sets the hidden values to 0 and leaves the keys, so that they still take weight
    let keys = state.memory.lens[0];
    let factor = |key| if hidden.contains(&key) { 0.0 } else { 1.0 };
    let factors = ndarray::Array3::from_shape_fn((1, keys, 1), |(_, key, _)| factor(key));
    let mut state = state.clone();
    let factors = state.memory.values.tape().constant(factors);
    state.memory.values = state.memory.values * factors;
    state
