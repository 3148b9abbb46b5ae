// expect-fail: some_is_the_shape_of_the_sum
// misconception: takes the larger length beside a 1, which may be repeated zero times
    let axes = left.len().max(right.len());
    let length = |shape: &[usize], axis: usize| {
        let missing = axes - shape.len();
        if axis < missing {
            1
        } else {
            shape[axis - missing]
        }
    };
    let common = |axis| match (length(left, axis), length(right, axis)) {
        (one, other) if one == other || one == 1 || other == 1 => Some(one.max(other)),
        _ => None,
    };
    (0..axes).map(common).collect()
