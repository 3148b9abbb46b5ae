//! Rows along the last axis, as slices.

use std::slice::{ChunksExact, ChunksExactMut};

use ndarray::{ArrayD, ArrayRef, ArrayView1, IxDyn};

use crate::Real;
use crate::tape::Value;

const STANDARD: &str = "results and gradients lie in standard order";

/// The rows of an array in standard order. An array without entries has no rows.
pub(super) fn rows(array: &ArrayRef<Real, IxDyn>) -> ChunksExact<'_, Real> {
    let columns = columns(array);
    array.as_slice().expect(STANDARD).chunks_exact(columns)
}

/// The rows of an array in standard order, to be changed.
pub(super) fn rows_mut(array: &mut ArrayRef<Real, IxDyn>) -> ChunksExactMut<'_, Real> {
    let columns = columns(array);
    array
        .as_slice_mut()
        .expect(STANDARD)
        .chunks_exact_mut(columns)
}

fn columns(array: &ArrayRef<Real, IxDyn>) -> usize {
    array.shape().last().map_or(1, |&columns| columns.max(1))
}

/// A copy in standard order, to be changed.
pub(super) fn standard_copy(value: &Value) -> ArrayD<Real> {
    value.as_standard_layout().into_owned()
}

/// The value in standard order: shared if it lies so already.
pub(super) fn standard(value: Value) -> Value {
    if value.is_standard_layout() {
        return value;
    }
    standard_copy(&value).into_shared()
}

/// The sum of a row.
pub(super) fn sum(row: &[Real]) -> Real {
    ArrayView1::from(row).sum()
}

/// The sum of the products of two rows, entry by entry.
pub(super) fn dot(left: &[Real], right: &[Real]) -> Real {
    ArrayView1::from(left).dot(&ArrayView1::from(right))
}
