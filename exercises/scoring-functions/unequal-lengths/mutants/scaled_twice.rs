// expect-fail: a_pair_by_hand, agrees_with_loops
// misconception: divides both vectors by the root, so that their product is divided by the size
    let root = (query_map.ncols() as Real).sqrt();
    (queries.dot(query_map) / root).dot(&(keys.dot(key_map) / root).t())
