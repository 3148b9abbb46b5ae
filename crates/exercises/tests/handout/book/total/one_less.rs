// expect-fail: all_orders_agree
// misconception: leaves out the last number instead of the first
    let counted = &numbers[..numbers.len() - 1];
