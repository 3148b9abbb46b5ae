// expect-fail: infinite_epsilon_always_finds
// misconception: takes a softmax at a low temperature for a hard choice, so that ties are shared
    use attention::{array::softmax, attention_cues::distance_scores};

    let lowest = -epsilon * epsilon;
    let scores = distance_scores(queries, keys).mapv(|score| {
        let near = score >= lowest;
        if near { score } else { Real::NEG_INFINITY }
    });
    softmax(&(scores * 1e6))
