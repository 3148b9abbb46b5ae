// expect-fail: shapes_that_fit, none_means_that_no_shape_takes_both
// misconception: repeats only the right side, as the operators in place do
    let missing = left.len().checked_sub(right.len())?;
    let repeats = |(&own, &other): (&usize, &usize)| other == 1 || other == own;
    let fits = left[missing..].iter().zip(right).all(repeats);
    fits.then(|| left.to_vec())
