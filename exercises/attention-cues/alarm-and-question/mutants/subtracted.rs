// expect-fail: at_nine_the_lamp_draws_level, a_loud_alarm_silences_the_question, salience_belongs_to_keys
// misconception: treats the salience as a distance, so that the alarm pushes attention away
    use attention::array::softmax;
    use attention::attention_cues::{distance_scores, pool};

    let scores = distance_scores(queries, keys) - salience * loudness;
    let weights = softmax(&scores);
    let output = pool(&weights, values);
    Lookup { output, weights }
