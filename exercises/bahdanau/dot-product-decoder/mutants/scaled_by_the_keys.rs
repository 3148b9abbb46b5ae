// expect-fail: as_two_loops_compute_it, scores_are_scaled
// misconception: divides by the root of the number of keys
    use attention::Real;
    use attention::mask::Mask;

    let [_batch, keys, _hidden] = states.dims();
    let scores = query.insert_axis(1).matmul(states.transpose());
    let scores = scores / (keys as Real).sqrt();
    let weights = scores.softmax(&Mask::valid_lens(lens));
    (weights.matmul(states).index(1, 0), weights.index(1, 0))
