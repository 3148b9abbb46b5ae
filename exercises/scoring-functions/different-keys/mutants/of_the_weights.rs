// expect-fail: a_pair_of_keys_by_hand, agrees_with_loops
// misconception: compares the weights, not the outputs
    use attention::{
        array::masked_softmax,
        mask::Mask,
        scoring_functions::{additive_scores, scaled_dot_scores},
    };

    let _ = values;
    let mask = Mask::valid_lens([len]);
    let output = |scores: Array2<Real>| masked_softmax(&scores, &mask);
    let difference = output(scaled_dot_scores(queries, keys))
        - output(additive_scores(queries, keys, weights));
    difference.fold(0.0, |largest: Real, entry| largest.max(entry.abs()))
