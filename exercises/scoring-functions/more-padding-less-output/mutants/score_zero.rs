// expect-fail: rows_sum_to_one, each_row_as_if_alone
// misconception: a score of 0 means no weight
// region: 2
            padding.fill(0.0);
