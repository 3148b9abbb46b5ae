// expect-fail: one_number_on_each_diagonal, far_offsets_share_an_entry
// misconception: takes the distance without its sign
// region: 1
    reach + key.abs_diff(query).min(reach)
