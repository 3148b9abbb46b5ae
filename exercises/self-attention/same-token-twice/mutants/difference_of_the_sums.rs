// expect-fail: every_entry_counts
// misconception: compares the sums of the rows, in which differences cancel
    let mut twins = x.clone();
    twins.row_mut(second).assign(&x.row(first));
    let output = layer(&twins);
    (output.row(first).sum() - output.row(second).sum()).abs()
