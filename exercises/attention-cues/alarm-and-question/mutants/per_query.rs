// expect-fail: salience_makes_up_for_distance, salience_belongs_to_keys
// misconception: adds salience j to row j of the scores, to the query and not to the key
    use attention::array::softmax;
    use attention::attention_cues::{distance_scores, pool};

    let mut scores = distance_scores(queries, keys);
    for (mut row, &salience) in scores.rows_mut().into_iter().zip(salience) {
        row += salience * loudness;
    }
    let weights = softmax(&scores);
    let output = pool(&weights, values);
    Lookup { output, weights }
