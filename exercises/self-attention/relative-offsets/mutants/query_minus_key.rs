// expect-fail: one_number_on_each_diagonal, far_offsets_share_an_entry
// misconception: takes query minus key, so that the table runs backward
// region: 1
    let reach = reach as isize;
    let offset = query as isize - key as isize;
    (offset.clamp(-reach, reach) + reach) as usize
