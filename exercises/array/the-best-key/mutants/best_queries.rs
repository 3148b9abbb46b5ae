// expect-fail: the_largest_of_each_row, no_keys_and_no_queries, agrees_with_a_loop
// misconception: walks over the columns, and so finds the best query for each key
    let mut best = Vec::new();
    for column in weights.columns() {
        let unknown = column.iter().any(|weight| weight.is_nan());
        let largest = column.fold(Real::NEG_INFINITY, |top, &weight| top.max(weight));
        let first = column.iter().position(|&weight| weight == largest);
        best.push(if unknown { None } else { first });
    }
    best
