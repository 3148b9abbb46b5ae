// expect-fail: salience_makes_up_for_distance, salience_of_all_keys_is_salience_of_none, salience_belongs_to_keys
// misconception: adds the alarm to the weights, after the softmax
    use attention::array::softmax;
    use attention::attention_cues::{distance_scores, pool};

    let weights = softmax(&distance_scores(queries, keys)) + salience * loudness;
    let output = pool(&weights, values);
    Lookup { output, weights }
