// expect-fail: agrees_with_a_slow_count
// misconception: takes the first reference that has the n-gram
        let limit = in_each.copied().next().unwrap_or(0);
