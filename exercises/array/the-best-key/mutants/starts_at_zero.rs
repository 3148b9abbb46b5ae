// expect-fail: negative_and_infinite_scores, agrees_with_a_loop
// misconception: starts the search at 0, as if scores were never negative
    let mut best = Vec::new();
    for row in weights.rows() {
        let unknown = row.iter().any(|weight| weight.is_nan());
        let largest = row.fold(0.0, |top: Real, &weight| top.max(weight));
        let first = row.iter().position(|&weight| weight == largest);
        best.push(if unknown { None } else { first });
    }
    best
