// expect-fail: agrees_with_loops
// misconception: takes the largest difference and forgets those below 0
    use attention::{
        array::masked_softmax,
        attention_cues::pool,
        mask::Mask,
        scoring_functions::{additive_scores, scaled_dot_scores},
    };

    let mask = Mask::valid_lens([len]);
    let output = |scores: Array2<Real>| pool(&masked_softmax(&scores, &mask), values);
    let difference = output(scaled_dot_scores(queries, keys))
        - output(additive_scores(queries, keys, weights));
    difference.fold(0.0, |largest: Real, entry| largest.max(*entry))
