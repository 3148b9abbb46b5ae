// expect-fail: a_query_with_two_links_counts_once
// misconception: puts the links into a map with one key for each query, so that a later link replaces the earlier one
// region: 2
    let one: std::collections::HashMap<usize, usize> = links.iter().copied().collect();
    let keys = alignment(weights);
    let agreeing = one.iter().filter(|&(&query, &key)| keys[query] == key);
    (!one.is_empty()).then(|| agreeing.count() as f64 / one.len() as f64)
