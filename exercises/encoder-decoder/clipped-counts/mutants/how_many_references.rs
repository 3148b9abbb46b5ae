// expect-fail: the_same_reference_twice, agrees_with_a_slow_count
// misconception: counts the references that have the n-gram
        let limit = in_each.count();
