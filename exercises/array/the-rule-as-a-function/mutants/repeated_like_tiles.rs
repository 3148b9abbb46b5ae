// expect-fail: shapes_that_do_not_fit, some_is_the_shape_of_the_sum
// misconception: repeats every length that divides the other one, not only 1
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
        (one, other) if one == other => Some(one),
        (one, other) if one > 0 && other % one == 0 => Some(other),
        (one, other) if other > 0 && one % other == 0 => Some(one),
        _ => None,
    };
    (0..axes).map(common).collect()
