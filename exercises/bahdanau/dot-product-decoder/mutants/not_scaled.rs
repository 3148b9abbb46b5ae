// expect-fail: as_two_loops_compute_it, scores_are_scaled, padding_has_no_weight
// misconception: forgets to divide by the root of the hidden size
    use attention::mask::Mask;

    let scores = query.insert_axis(1).matmul(states.transpose());
    let weights = scores.softmax(&Mask::valid_lens(lens));
    (weights.matmul(states).index(1, 0), weights.index(1, 0))
