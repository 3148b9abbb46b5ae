// expect-fail: at_nine_the_lamp_draws_level, a_loud_alarm_silences_the_question
// misconception: multiplies the scores by the salience, which pushes scores below 0 further down
    use attention::array::softmax;
    use attention::attention_cues::{distance_scores, pool};

    let scores = distance_scores(queries, keys) * (salience * loudness + 1.0);
    let weights = softmax(&scores);
    let output = pool(&weights, values);
    Lookup { output, weights }
