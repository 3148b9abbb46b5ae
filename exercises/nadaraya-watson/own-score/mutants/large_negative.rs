// expect-fail: a_far_neighbor_still_answers, a_single_point_has_nobody_to_ask
// misconception: a score of -10 000 is as good as minus infinity
            -1e4
