// expect-fail: a_query_with_two_links_counts_once
// misconception: takes the share of the links and not of the queries
// region: 2
    let keys = alignment(weights);
    let agreeing = links.iter().filter(|&&(query, key)| keys[query] == key);
    (!links.is_empty()).then(|| agreeing.count() as f64 / links.len() as f64)
