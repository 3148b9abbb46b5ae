//! Concatenation and stacking.

use std::ops::Range;

use ndarray::{ArrayD, Axis};

use super::shape::axis_of;
use crate::Real;
use crate::tape::kernels::rows::{entries, in_standard_order};
use crate::tape::{Value, Var};

/// Concatenates values along an axis.
///
/// # Shapes
///
/// `[.., size, ..]` each, for at least one part, to `[.., sum of sizes, ..]`.
#[track_caller]
pub fn concat<'t>(parts: &[Var<'t>], axis: usize) -> Var<'t> {
    let &[first, ..] = parts else {
        panic!("concat: needs at least one part");
    };
    let axis = axis_of("concat", first, axis);
    let mut shape = first.shape();
    let ranges = ranges(parts, axis);
    shape[axis.index()] = ranges.last().map_or(0, |range| range.end);
    let joined = interleaved(parts, &shape, axis);
    first.tape().record_many("concat", parts, joined, move |d, slots| {
        let d = in_standard_order(d);
        for (slot, range) in slots.iter().zip(ranges) {
            slot.add(|| cut(&d, axis, range));
        }
    })
}

/// Returns the range of each part along the axis.
#[track_caller]
fn ranges(parts: &[Var<'_>], axis: Axis) -> Vec<Range<usize>> {
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
            "concat: {first:?} and {shape:?}: sizes differ along an axis other than {}",
            axis.index()
        );
        ranges.push(end..end + shape[axis.index()]);
        end += shape[axis.index()];
    }
    ranges
}

/// Stacks values along a new axis.
///
/// # Shapes
///
/// With axis 1, `[batch, dim]` each, for at least one part, to `[batch, parts.len(), dim]`.
#[track_caller]
pub fn stack<'t>(parts: &[Var<'t>], axis: usize) -> Var<'t> {
    let &[first, ..] = parts else {
        panic!("stack: needs at least one part");
    };
    let mut shape = first.shape();
    assert!(axis <= shape.len(), "stack: {shape:?}: axis {axis} is out of bounds");
    for other in parts.iter().map(|part| part.shape()) {
        assert!(other == shape, "stack: {shape:?} and {other:?}: shapes differ");
    }
    shape.insert(axis, parts.len());
    let axis = Axis(axis);
    let stacked = interleaved(parts, &shape, axis);
    first.tape().record_many("stack", parts, stacked, move |d, slots| {
        let d = in_standard_order(d);
        for (place, slot) in slots.iter().enumerate() {
            slot.add(|| cut(&d, axis, place..place + 1).index_axis_move(axis, 0));
        }
    })
}

/// Returns the parts joined along an axis, in standard order.
///
/// For each index along the axes before it, the entries of the first part are followed by the
/// entries of the second, and so on.
fn interleaved(parts: &[Var<'_>], shape: &[usize], axis: Axis) -> ArrayD<Real> {
    let values: Vec<Value> =
        parts.iter().map(|part| in_standard_order(part.value())).collect();
    let turns = shape[..axis.index()].iter().product::<usize>();
    let mut numbers = Vec::with_capacity(shape.iter().product());
    for turn in 0..turns {
        for value in &values {
            let each = value.len() / turns;
            let all = entries(value);
            numbers.extend_from_slice(&all[turn * each..][..each]);
        }
    }
    ArrayD::from_shape_vec(shape, numbers).expect("the parts fill the shape")
}

/// Returns the entries in this range along the axis.
fn cut(whole: &ArrayD<Real>, axis: Axis, range: Range<usize>) -> ArrayD<Real> {
    let mut shape = whole.shape().to_vec();
    let (turns, size) =
        (shape[..axis.index()].iter().product::<usize>(), shape[axis.index()]);
    shape[axis.index()] = range.len();
    let inner = shape[axis.index() + 1..].iter().product::<usize>();
    let all = entries(whole);
    let mut numbers = Vec::with_capacity(shape.iter().product());
    for turn in 0..turns {
        let turn = &all[turn * size * inner..][..size * inner];
        numbers.extend_from_slice(&turn[range.start * inner..range.end * inner]);
    }
    ArrayD::from_shape_vec(shape, numbers).expect("the range is within the axis")
}
