// expect-fail: one_word_again_and_again, a_single_reference, agrees_with_a_slow_count
// misconception: an n-gram is right at most once
        let limit = in_each.count().min(1);
