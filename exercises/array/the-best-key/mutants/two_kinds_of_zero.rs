// expect-fail: negative_and_infinite_scores
// misconception: takes total_cmp for ==, although it puts -0.0 below 0.0
    let mut best = Vec::new();
    for row in weights.rows() {
        let unknown = row.iter().any(|weight| weight.is_nan());
        let backward = row.iter().enumerate().rev();
        let largest = backward.max_by(|a, b| a.1.total_cmp(b.1));
        best.push(if unknown { None } else { largest.map(|(key, _)| key) });
    }
    best
