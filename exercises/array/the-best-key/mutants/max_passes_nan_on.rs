// expect-fail: nan_anywhere_gives_none
// misconception: thinks that max returns NaN if it meets one, so nothing equals it
    let mut best = Vec::new();
    for row in weights.rows() {
        let largest = row.fold(Real::NEG_INFINITY, |top, &weight| top.max(weight));
        best.push(row.iter().position(|&weight| weight == largest));
    }
    best
