//! Several values side by side in one.

use ndarray::{ArrayD, Axis, Slice};

use super::shape::axis_of;
use crate::tape::Var;

/// The parts one after the other along an axis.
///
/// # Shapes
///
/// `[.., size, ..]` each to `[.., sum of the sizes, ..]`; the other sizes are the same in all parts.
///
/// # Panics
///
/// If there are no parts, no such axis, or if another size differs:
/// `concat: [2, 3] x [4, 3]: the sizes differ off axis 1`.
///
/// # Example
///
/// ```
/// use attention::tape::{Mode, Tape, concat};
/// use ndarray::array;
///
/// let tape = Tape::new(Mode::Check, 0);
/// let a = tape.variable(array![[1.0], [2.0]]);
/// let b = tape.variable(array![[3.0, 4.0], [5.0, 6.0]]);
/// let both = concat(&[a, b], 1);
/// assert_eq!(both.value(), array![[1.0, 3.0, 4.0], [2.0, 5.0, 6.0]].into_dyn());
/// let gradients = (both * both).sum().backward();
/// assert_eq!(gradients.wrt(a).unwrap(), &array![[2.0], [4.0]].into_dyn());
/// ```
#[track_caller]
pub fn concat<'t>(parts: &[Var<'t>], axis: usize) -> Var<'t> {
    let &[first, ..] = parts else {
        panic!("concat: there are no parts");
    };
    let axis = axis_of("concat", first, axis);
    let mut shape = first.shape();
    let ranges = ranges(parts, axis);
    shape[axis.index()] = ranges.last().map_or(0, |range| range.end);
    let mut joined = ArrayD::zeros(shape);
    for (part, range) in parts.iter().zip(&ranges) {
        let range = Slice::from(range.clone());
        joined.slice_axis_mut(axis, range).assign(&part.value());
    }
    first
        .tape()
        .record_many("concat", parts, joined, move |d, slots| {
            for (slot, range) in slots.iter().zip(ranges) {
                slot.add(|| d.slice_axis(axis, Slice::from(range)).to_owned());
            }
        })
}

/// Where each part lies along the axis.
#[track_caller]
fn ranges(parts: &[Var<'_>], axis: Axis) -> Vec<std::ops::Range<usize>> {
    let first = parts[0].shape();
    let mut end = 0;
    let mut ranges = Vec::with_capacity(parts.len());
    for part in parts {
        let shape = part.shape();
        let mut expected = first.clone();
        if let Some(&size) = shape.get(axis.index()) {
            expected[axis.index()] = size;
        }
        assert!(
            shape == expected,
            "concat: {first:?} x {shape:?}: the sizes differ off axis {}",
            axis.index()
        );
        ranges.push(end..end + shape[axis.index()]);
        end += shape[axis.index()];
    }
    ranges
}

/// The parts behind each other along a new axis, which gets this number.
///
/// # Shapes
///
/// With the axis 1: `[batch, dim]` each to `[batch, number of parts, dim]`.
///
/// # Panics
///
/// If there are no parts, if their shapes differ (`stack: [2, 3] x [2, 4]: the shapes differ`), or if
/// the new axis would not follow the others.
///
/// # Example
///
/// ```
/// use attention::tape::{Mode, Tape, stack};
/// use ndarray::array;
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let steps = [tape.constant(array![1.0, 2.0]), tape.constant(array![3.0, 4.0])];
/// assert_eq!(stack(&steps, 0).value(), array![[1.0, 2.0], [3.0, 4.0]].into_dyn());
/// assert_eq!(stack(&steps, 1).value(), array![[1.0, 3.0], [2.0, 4.0]].into_dyn());
/// ```
#[track_caller]
pub fn stack<'t>(parts: &[Var<'t>], axis: usize) -> Var<'t> {
    let &[first, ..] = parts else {
        panic!("stack: there are no parts");
    };
    let mut shape = first.shape();
    assert!(
        axis <= shape.len(),
        "stack: {shape:?}: there is no place {axis}"
    );
    for other in parts.iter().map(|part| part.shape()) {
        assert!(
            other == shape,
            "stack: {shape:?} x {other:?}: the shapes differ"
        );
    }
    shape.insert(axis, parts.len());
    let axis = Axis(axis);
    let mut stacked = ArrayD::zeros(shape);
    for (part, mut place) in parts.iter().zip(stacked.axis_iter_mut(axis)) {
        place.assign(&part.value());
    }
    first
        .tape()
        .record_many("stack", parts, stacked, move |d, slots| {
            for (slot, d) in slots.iter().zip(d.axis_iter(axis)) {
                slot.add(|| d.to_owned());
            }
        })
}

#[cfg(test)]
mod tests;
