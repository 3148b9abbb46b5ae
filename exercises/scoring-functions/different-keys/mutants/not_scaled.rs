// expect-fail: agrees_with_loops, a_pair_of_keys_by_hand
// misconception: compares with the dot product that is not scaled
    use attention::{
        array::masked_softmax,
        attention_cues::pool,
        mask::Mask,
        scoring_functions::{additive_scores, dot_scores},
    };

    let mask = Mask::valid_lens([len]);
    let output = |scores: Array2<Real>| pool(&masked_softmax(&scores, &mask), values);
    let difference = output(dot_scores(queries, keys))
        - output(additive_scores(queries, keys, weights));
    difference.fold(0.0, |largest: Real, entry| largest.max(entry.abs()))
