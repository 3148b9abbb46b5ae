// expect-fail: one_word_again_and_again, a_single_reference, agrees_with_a_slow_count
// misconception: an n-gram that stands in a reference is right as often as it is written
        let limit = in_each.max().map_or(0, |_| count);
