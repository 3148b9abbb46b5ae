// expect-fail: salience_makes_up_for_distance, at_loudness_fifty
// misconception: multiplies the scores by the salience, which pushes scores below 0 further down
    use attention::array::softmax;
    use attention::attention_cues::{distance_scores, pool};

    let scores = distance_scores(queries, keys) * (salience * loudness + 1.0);
    let weights = softmax(&scores);
    let output = pool(&weights, values);
    Lookup { output, weights }
