//! Rows along the last axis, as slices.

use std::slice::{ChunksExact, ChunksExactMut};

use ndarray::{ArrayBase, ArrayD, ArrayRef, Data, Dimension, IxDyn};

use crate::Real;

const STANDARD: &str = "the array is in standard order";

/// Returns the entries of an array in standard order.
pub(in crate::tape) fn entries<D: Dimension>(array: &ArrayRef<Real, D>) -> &[Real] {
    array.as_slice().expect(STANDARD)
}

/// Returns the mutable entries of an array in standard order.
pub(in crate::tape) fn entries_mut<D: Dimension>(
    array: &mut ArrayRef<Real, D>,
) -> &mut [Real] {
    array.as_slice_mut().expect(STANDARD)
}

/// Returns the rows of an array in standard order. An array without entries has no rows.
pub(in crate::tape) fn rows(array: &ArrayRef<Real, IxDyn>) -> ChunksExact<'_, Real> {
    let columns = columns(array);
    entries(array).chunks_exact(columns)
}

/// Returns the mutable rows of an array in standard order.
pub(in crate::tape) fn rows_mut(
    array: &mut ArrayRef<Real, IxDyn>,
) -> ChunksExactMut<'_, Real> {
    let columns = columns(array);
    entries_mut(array).chunks_exact_mut(columns)
}

fn columns(array: &ArrayRef<Real, IxDyn>) -> usize {
    array.shape().last().map_or(1, |&columns| columns.max(1))
}

/// Returns the array in standard order, copied only if necessary.
pub(in crate::tape) fn in_standard_order<S>(
    array: ArrayBase<S, IxDyn>,
) -> ArrayBase<S, IxDyn>
where
    S: Data<Elem = Real>,
    ArrayBase<S, IxDyn>: From<ArrayD<Real>>,
{
    match array.is_standard_layout() {
        true => array,
        false => standard_copy(&array).into(),
    }
}

/// Brings the entries of the array into standard order.
pub(in crate::tape) fn put_in_standard_order(array: &mut ArrayD<Real>) {
    if !array.is_standard_layout() {
        *array = standard_copy(array);
    }
}

/// Returns a copy in standard order.
pub(in crate::tape) fn standard_copy(array: &ArrayRef<Real, IxDyn>) -> ArrayD<Real> {
    match (array.as_slice_memory_order(), positive_strides(array)) {
        // `ndarray` would compute the offset of each entry.
        (Some(entries), Some(strides)) if !array.is_standard_layout() => {
            let axes = array.shape().iter().copied().zip(strides);
            let axes: Vec<(usize, usize)> = axes.collect();
            let mut copied = Vec::with_capacity(entries.len());
            copy(entries, &axes, &mut copied);
            ArrayD::from_shape_vec(array.raw_dim(), copied).expect("all are copied")
        }
        _ => array.as_standard_layout().into_owned(),
    }
}

/// Returns the strides, with 1 for axes of a single entry, or `None` if one is negative.
pub(super) fn positive_strides<D: Dimension>(
    array: &ArrayRef<Real, D>,
) -> Option<Vec<usize>> {
    let axes = array.shape().iter().zip(array.strides());
    let strides = axes.map(|(&size, &stride)| match size {
        1 => Some(1),
        _ => stride.try_into().ok(),
    });
    strides.collect()
}

/// Appends entries in row-major order, given the size and stride of each axis.
fn copy(entries: &[Real], axes: &[(usize, usize)], copied: &mut Vec<Real>) {
    match *axes {
        [] => copied.push(entries[0]),
        [(size, 1)] => push_row(&entries[..size], copied),
        [(size, stride)] => {
            copied.extend((0..size).map(|place| entries[place * stride]));
        }
        [(rows, stride), (size, 1)] => {
            for row in 0..rows {
                push_row(&entries[row * stride..][..size], copied);
            }
        }
        [(size, stride), ref inner @ ..] => {
            for place in 0..size {
                copy(&entries[place * stride..], inner, copied);
            }
        }
    }
}

/// Appends a row. Rows are often short, and copying eight entries at a time avoids a function call.
fn push_row(row: &[Real], copied: &mut Vec<Real>) {
    let (blocks, rest) = row.as_chunks::<8>();
    blocks.iter().for_each(|block| copied.extend_from_slice(block));
    copied.extend_from_slice(rest);
}
