// expect-fail: infinite_epsilon_always_finds, agrees_with_a_loop
// misconception: takes all keys that are near enough, not the nearest one
    use attention::attention_cues::distance_scores;

    let lowest = -epsilon * epsilon;
    distance_scores(queries, keys).mapv(|score| {
        let near = score >= lowest;
        if near { 1.0 } else { 0.0 }
    })
