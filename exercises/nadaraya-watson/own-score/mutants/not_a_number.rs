// expect-fail: an_own_target_does_not_count, the_search_ends_in_the_valley
// misconception: NaN means 'no score', and the softmax passes over it
            Real::NAN
