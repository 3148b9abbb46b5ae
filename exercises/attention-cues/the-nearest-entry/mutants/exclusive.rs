// expect-fail: epsilon_zero_finds_what_is_stored, epsilon_is_a_distance
// misconception: asks for less than epsilon, so that even a key that equals the query can be too far
    use attention::attention_cues::{distance_scores, hard_weights};

    let lowest = -epsilon * epsilon;
    let scores = distance_scores(queries, keys).mapv(|score| {
        let near = score > lowest;
        if near { score } else { Real::NEG_INFINITY }
    });
    hard_weights(&scores)
