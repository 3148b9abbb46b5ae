//! The rule of broadcasting, for shapes alone.

/// Returns the common shape of two arrays in `&a + &b`, or `None` if their shapes do
/// not fit.
///
/// The shapes are aligned at their last axes. A missing axis has length 1. On each
/// axis, the lengths are equal, or one of them is 1 and is repeated. The result has
/// as many axes as the longer of `left` and `right`.
pub fn broadcast_shape(left: &[usize], right: &[usize]) -> Option<Vec<usize>> {
    //@ solution
    let axes = left.len().max(right.len());
    let length = |shape: &[usize], axis: usize| {
        let missing = axes - shape.len();
        if axis < missing { 1 } else { shape[axis - missing] }
    };
    let common = |axis| match (length(left, axis), length(right, axis)) {
        (1, other) | (other, 1) => Some(other),
        (one, other) => (one == other).then_some(one),
    };
    (0..axes).map(common).collect()
    //@ stub todo!("the common shape of {left:?} and {right:?}, if there is one")
    //@ end
}
exercise_solutions::tests!(the_rule_as_a_function);
