//! Products of many pairs of matrices, which may be small.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayD, ArrayRef, ArrayViewMut2, IxDyn, ShapeBuilder};

use super::matrices::{FILLED, Matrices, Places};
use super::small::add_small_products;
use crate::Real;

/// Up to so many multiplications a product is done here: the library copies its operands first, into
/// an order of its own, which takes longer than that.
const FEW: usize = 1 << 14;

/// So are larger products with a right matrix of up to so many entries, which stay in the cache.
const SMALL: usize = 1 << 13;

/// Whether the library sums so many products of an entry before it adds them to what is there. Then the
/// bits are the same here and there, and a row does not depend on how many rows there are. In double
/// precision they never are: the library rounds a product and its sum at once.
pub(in crate::tape) fn same_bits(inner: usize) -> bool {
    cfg!(not(feature = "f64")) && inner <= 256
}

/// Adds the product of each pair of matrices to its place in `sums`, in whatever order they lie.
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
        let mut sum = sum.expect("the matrix lies in the slice");
        general_mat_mul(1.0, &left.view(), &right.view(), 1.0, &mut sum);
    }
}
