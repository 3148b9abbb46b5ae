// expect-fail: queries_without_links_do_not_count
// misconception: divides by the number of all queries, with and without links
// region: 2
    let keys = alignment(weights);
    let queries = keys.len() as f64;
    let agrees = |(query, key): (usize, usize)| links.contains(&(query, key));
    let agreeing = keys.into_iter().enumerate().filter(|&pair| agrees(pair));
    Some(agreeing.count() as f64 / queries)
