// expect-fail: as_two_loops_compute_it, padding_has_no_weight, step_by_step_as_taught
// misconception: takes the softmax over all keys, those of the padding included
    use attention::mask::Mask;
    use attention::tape::attend;

    let query = query.insert_axis(1);
    let all = if lens.is_empty() { Mask::causal() } else { Mask::all() };
    let seen = attend(query, states, states, &all, 0.0);
    (seen.output.index(1, 0), seen.weights.index(1, 0))
