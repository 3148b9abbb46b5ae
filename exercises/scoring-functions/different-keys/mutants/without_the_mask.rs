// expect-fail: one_key_leaves_no_choice, keys_behind_the_length_do_not_count, agrees_with_loops
// misconception: lets the queries look at padding
    use attention::{
        array::masked_softmax,
        attention_cues::pool,
        mask::Mask,
        scoring_functions::{additive_scores, scaled_dot_scores},
    };

    let _ = len;
    let mask = Mask::all();
    let output = |scores: Array2<Real>| pool(&masked_softmax(&scores, &mask), values);
    let difference = output(scaled_dot_scores(queries, keys))
        - output(additive_scores(queries, keys, weights));
    difference.fold(0.0, |largest: Real, entry| largest.max(entry.abs()))
