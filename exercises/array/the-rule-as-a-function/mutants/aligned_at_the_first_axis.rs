// expect-fail: shapes_that_fit, shapes_that_do_not_fit, some_is_the_shape_of_the_sum
// misconception: aligns the shapes at their first axes
    let axes = left.len().max(right.len());
    let length = |shape: &[usize], axis: usize| shape.get(axis).copied().unwrap_or(1);
    let common = |axis| match (length(left, axis), length(right, axis)) {
        (1, other) | (other, 1) => Some(other),
        (one, other) => (one == other).then_some(one),
    };
    (0..axes).map(common).collect()
