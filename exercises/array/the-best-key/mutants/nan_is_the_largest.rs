// expect-fail: nan_anywhere_gives_none
// misconception: compares with total_cmp and takes a NaN for the best weight
    let mut best = Vec::new();
    for row in weights.rows() {
        let backward = row.iter().enumerate().rev();
        let largest = backward.max_by(|a, b| a.1.total_cmp(b.1));
        best.push(largest.map(|(key, _)| key));
    }
    best
