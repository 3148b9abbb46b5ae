// expect-fail: an_own_target_does_not_count, agrees_with_lists_of_the_others
// misconception: takes the smallest number above 0 for the smallest number
            Real::MIN_POSITIVE
