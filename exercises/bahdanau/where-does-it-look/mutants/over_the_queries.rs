// expect-fail: a_key_for_each_query, queries_without_links_do_not_count
// misconception: searches the largest weight of each column, that is over the queries
    let columns = weights.columns().into_iter().map(|column| {
        let places = column.into_iter().copied().enumerate();
        let largest = places.reduce(|best, next| if next.1 > best.1 { next } else { best });
        largest.map_or(0, |(query, _)| query)
    });
    columns.collect()
