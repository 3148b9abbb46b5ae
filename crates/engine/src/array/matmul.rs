//! Batched matrix products.

use ndarray::{Array3, Axis, Zip, linalg::general_mat_mul};

use crate::Real;

/// Returns the matrix product of each pair of matrices in two batches.
///
/// # Shapes
///
/// `[batch, rows, inner]` times `[batch, inner, columns]` to `[batch, rows, columns]`. Every size
/// may be 0; an empty inner axis yields zeros.
#[doc(alias = "bmm")]
#[track_caller]
pub fn batched_matmul(left: &Array3<Real>, right: &Array3<Real>) -> Array3<Real> {
    let (batch, rows, inner) = left.dim();
    let (right_batch, right_inner, columns) = right.dim();
    let shapes = || format!("batched_matmul: {:?} x {:?}", left.shape(), right.shape());
    assert!(
        batch == right_batch,
        "{}: batch sizes {batch} and {right_batch} differ",
        shapes()
    );
    assert!(
        inner == right_inner,
        "{}: inner sizes {inner} and {right_inner} differ",
        shapes()
    );
    let mut product = Array3::zeros((batch, rows, columns));
    Zip::from(product.axis_iter_mut(Axis(0)))
        .and(left.axis_iter(Axis(0)))
        .and(right.axis_iter(Axis(0)))
        .for_each(|mut item, left, right| {
            general_mat_mul(1.0, &left, &right, 0.0, &mut item);
        });
    product
}
