//! Products of many pairs of matrices.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayD, ArrayRef, ArrayViewMut2, IxDyn, ShapeBuilder};

use super::matrices::{FILLED, Matrices, Places};
use super::small::add_small_products;
use crate::Real;

/// The largest number of multiplications for which a product is computed here. The library first copies its operands
/// into a layout of its own, which takes longer.
const FEW: usize = 1 << 14;

/// The largest number of entries of a right matrix for which larger products are computed here as well, because the
/// entries stay in the cache.
const SMALL: usize = 1 << 13;

/// Returns whether the library sums this many products for an entry before adding them to the previous value.
///
/// If so, both implementations agree bit for bit, and a row does not depend on the number of rows. In double precision,
/// they never agree, because the library rounds a product and its sum together.
pub(in crate::tape) fn same_bits(inner: usize) -> bool {
    cfg!(not(feature = "f64")) && inner <= 256
}

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
    let small = inner * columns <= SMALL && same_bits(inner);
    if rows * inner * columns <= FEW || small {
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
