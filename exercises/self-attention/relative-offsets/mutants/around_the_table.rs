// expect-fail: far_offsets_share_an_entry
// misconception: goes round the table instead of staying at its end
// region: 1
    (key + reach + query * 2 * reach) % (2 * reach + 1)
