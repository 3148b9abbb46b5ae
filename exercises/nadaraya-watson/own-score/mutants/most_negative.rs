// expect-fail: a_single_point_has_nobody_to_ask
// misconception: the most negative finite number is as good as minus infinity
            Real::MIN
