// expect-fail: a_pair_by_hand, agrees_with_loops
// misconception: forgets the root
    queries.dot(query_map).dot(&keys.dot(key_map).t())
