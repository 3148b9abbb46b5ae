// expect-fail: agrees_with_loops
// misconception: divides by the root of the size of the query before the map
    let width = (queries.ncols() as Real).sqrt();
    queries.dot(query_map).dot(&keys.dot(key_map).t()) / width
