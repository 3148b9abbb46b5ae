// expect-fail: the_first_of_equal_weights, agrees_with_a_loop
// misconception: thinks that max_by returns the first of several equal elements
    let mut best = Vec::new();
    for row in weights.rows() {
        let unknown = row.iter().any(|weight| weight.is_nan());
        let largest = row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        best.push(if unknown { None } else { largest.map(|(key, _)| key) });
    }
    best
