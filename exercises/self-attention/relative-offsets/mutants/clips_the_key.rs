// expect-fail: moving_both_ends_changes_nothing, far_offsets_share_an_entry
// misconception: clips the places of query and key before it subtracts them
// region: 1
    key.min(reach) + reach - query.min(reach)
