// expect-fail: epsilon_is_a_distance
// misconception: compares the squared distance with epsilon, not with its square
    use attention::attention_cues::{distance_scores, hard_weights};

    let scores = distance_scores(queries, keys).mapv(|score| {
        let near = score >= -epsilon;
        if near { score } else { Real::NEG_INFINITY }
    });
    hard_weights(&scores)
