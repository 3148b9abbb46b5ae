// expect-fail: the_encoder_still_reads_every_word, what_is_hidden_from_article
// misconception: starts the decoder from zeros, too, so that the hidden words cannot come in that way
    let keys = state.memory.lens[0];
    let kept: Vec<usize> = (0..keys).filter(|key| !hidden.contains(key)).collect();
    let mut state = state.clone();
    state.memory.projected_keys = state.memory.projected_keys.select(1, &kept);
    state.memory.values = state.memory.values.select(1, &kept);
    state.memory.lens = vec![kept.len()];
    state.state = state.state * 0.0;
    state
