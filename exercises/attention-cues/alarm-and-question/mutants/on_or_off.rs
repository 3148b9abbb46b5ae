// expect-fail: salience_belongs_to_keys
// misconception: treats every salience above 0 as 1, since a lamp is either on or off
    use attention::array::softmax;
    use attention::attention_cues::{distance_scores, pool};

    let on = salience.mapv(|salience| if salience > 0.0 { 1.0 } else { 0.0 });
    let scores = distance_scores(queries, keys) + on * loudness;
    let weights = softmax(&scores);
    let output = pool(&weights, values);
    Lookup { output, weights }
