//! Products of many pairs of matrices.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayD, ArrayRef, ArrayViewMut2, IxDyn, ShapeBuilder};

use super::matrices::{FILLED, Matrices, Places};
use super::small::add_small_products;
use crate::Real;

/// The largest number of multiplications for which a product is computed here. The library first
/// copies its operands into a layout of its own, which takes longer.
const MAX_MULTIPLICATIONS: usize = 1 << 14;

/// The largest number of entries of a right matrix for which larger products are computed here as
/// well, because the entries stay in the cache.
const MAX_RIGHT_ENTRIES: usize = 1 << 13;

/// The largest number of rows of a left matrix for which all products are computed here. When a
/// model decodes one token after another, the library takes longer to copy the keys than to use
/// them.
const FEW_ROWS: usize = 8;

/// Whether both implementations agree bit for bit, so that a row does not depend on the number of
/// rows.
///
/// In double precision, they do not, because the library rounds a product and its sum together.
pub(in crate::tape) const SAME_BITS: bool = cfg!(not(real_f64));

/// Adds the product of each pair of matrices to its matrix in `sums`, for any memory layout.
pub(in crate::tape) fn add_products(
    left: &ArrayRef<Real, IxDyn>,
    right: &ArrayRef<Real, IxDyn>,
    sums: &mut ArrayRef<Real, IxDyn>,
) {
    if sums.is_empty() || left.shape().last() == Some(&0) {
        return;
    }
    let Some(mut places) = Places::of(sums) else {
        let mut products = ArrayD::zeros(sums.raw_dim());
        add_products(left, right, &mut products);
        sums.zip_mut_with(&products, |sum, product| *sum += product);
        return;
    };
    let (mut left, mut right) = (Matrices::new(left), Matrices::new(right));
    if places.strides[1] != 1 {
        // (A B)ᵀ = Bᵀ Aᵀ
        (left, right) = (right.transposed(), left.transposed());
        places = places.transposed();
    }
    let ([rows, inner], [_, columns]) = (left.places.shape, right.places.shape);
    let sums = sums.as_slice_memory_order_mut().expect(FILLED);
    let small = inner * columns <= MAX_RIGHT_ENTRIES || rows <= FEW_ROWS;
    if rows * inner * columns <= MAX_MULTIPLICATIONS || SAME_BITS && small {
        return add_small_products(&left, &right, sums, &places);
    }
    let shape = places.shape.strides(places.strides);
    let products = left.matrices().zip(right.matrices());
    for (&start, (left, right)) in places.starts.iter().zip(products) {
        let sum = ArrayViewMut2::from_shape(shape, &mut sums[start..]);
        let mut sum = sum.expect("the matrix is within the slice");
        general_mat_mul(1.0, &left.view(), &right.view(), 1.0, &mut sum);
    }
}
