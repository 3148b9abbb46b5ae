//! Products in the memory layout that is fastest.

use std::cmp::Reverse;

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayD, ArrayView2, CowArray, Ix2};

use super::rows::put_in_standard_order;
use super::stacked::{SAME_BITS, add_products};
use crate::Real;
use crate::tape::Value;

/// Adds the product of all rows of an array with one matrix to the rows of the sum.
pub(in crate::tape) fn add_rows_product(
    left: &Value,
    right: ArrayView2<'_, Real>,
    sum: &mut ArrayD<Real>,
) {
    let left = rows(left);
    let shape = (left.nrows(), right.ncols());
    put_in_standard_order(sum);
    let mut sum = sum.view_mut().into_shape_with_order(shape);
    let sum = sum.as_mut().expect("the sum is in standard order");
    if SAME_BITS {
        let mut sum = sum.view_mut().into_dyn();
        return add_products(&left.view().into_dyn(), &right.into_dyn(), &mut sum);
    }
    general_mat_mul(1.0, &left, &right, 1.0, sum);
}

/// Adds leftᵀ right to a matrix, where the rows of both arrays are taken over all leading axes.
pub(in crate::tape) fn add_columns_product(
    left: &Value,
    right: &Value,
    sum: &mut ArrayD<Real>,
) {
    let mut sum = sum.view_mut().into_dimensionality::<Ix2>();
    let sum = sum.as_mut().expect("the sum is a matrix");
    general_mat_mul(1.0, &rows(left).t(), &rows(right), 1.0, sum);
}

/// Returns all rows along the last axis as one matrix, copied only if they are not contiguous.
pub(in crate::tape) fn rows(value: &Value) -> CowArray<'_, Real, Ix2> {
    let columns = value.shape()[value.ndim() - 1];
    let rows = value.shape()[..value.ndim() - 1].iter().product::<usize>();
    value.to_shape((rows, columns)).expect("the number of entries does not change")
}

/// Returns a value with two axes as a matrix.
pub(in crate::tape) fn matrix(value: &Value) -> ArrayView2<'_, Real> {
    let view = value.view().into_dimensionality();
    view.expect("the value has two axes")
}

/// Returns zeros in the memory layout of `array` if its last axis is the fastest, and in standard
/// order otherwise.
pub(in crate::tape) fn zeros_in_order_of(
    array: &Value,
    shape: Vec<usize>,
) -> ArrayD<Real> {
    let mut order: Vec<usize> = (0..shape.len()).collect();
    order.sort_by_key(|&axis| Reverse(array.strides()[axis]));
    if order.last() != Some(&(shape.len() - 1)) {
        return ArrayD::zeros(shape);
    }
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &axis)| places[axis] = place);
    let sizes: Vec<usize> = order.iter().map(|&axis| shape[axis]).collect();
    ArrayD::zeros(sizes).permuted_axes(places)
}

/// Returns an array of copies of this row.
pub(in crate::tape) fn repeated(row: &Value, shape: &[usize]) -> ArrayD<Real> {
    let rows = shape[..shape.len() - 1].iter().product::<usize>();
    let row: Vec<Real> = row.iter().copied().collect();
    // `repeat` would read entries that it has written, which have left the fastest cache by then.
    let mut repeated = Vec::with_capacity(rows * row.len());
    (0..rows).for_each(|_| repeated.extend_from_slice(&row));
    ArrayD::from_shape_vec(shape, repeated)
        .expect("the row is as long as the last axis")
}
