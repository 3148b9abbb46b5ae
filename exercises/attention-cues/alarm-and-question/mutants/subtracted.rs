// expect-fail: salience_makes_up_for_distance, at_loudness_fifty, salience_belongs_to_keys
// misconception: treats the salience as a distance, so that the alarm pushes attention away
    use attention::array::softmax;
    use attention::attention_cues::{distance_scores, pool};

    let scores = distance_scores(queries, keys) - salience * loudness;
    let weights = softmax(&scores);
    let output = pool(&weights, values);
    Lookup { output, weights }
