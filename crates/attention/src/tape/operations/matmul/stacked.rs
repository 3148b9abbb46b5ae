//! Products of many pairs of matrices, which may be small.

use std::borrow::Cow;

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayD, ArrayRef, ArrayView2, ArrayViewMut2, IxDyn, ShapeBuilder};

use super::small::add_small_products;
use crate::Real;
use crate::tape::operations::rows::{positive_strides, standard_copy};

/// Up to so many multiplications a product is done here: the library copies its operands first, into
/// an order of its own, which takes longer than that.
const FEW: usize = 1 << 14;

/// So are larger products with a right matrix of up to so many entries, which stay in the cache.
const SMALL: usize = 1 << 13;

/// Whether the library sums so many products of an entry before it adds them to what is there. Then the
/// bits are the same here and there, and a row does not depend on how many rows there are. In double
/// precision they never are: the library rounds a product and its sum at once.
pub(super) fn same_bits(inner: usize) -> bool {
    cfg!(not(feature = "f64")) && inner <= 256
}

/// Adds the product of each pair of matrices to its place in `sums`, which lies in standard order.
pub(super) fn add_products(
    left: &ArrayRef<Real, IxDyn>,
    right: &ArrayRef<Real, IxDyn>,
    sums: &mut ArrayD<Real>,
) {
    let (left, right) = (Stack::new(left), Stack::new(right));
    let ([rows, inner], [_, columns]) = (left.shape, right.shape);
    if sums.is_empty() || inner == 0 {
        return;
    }
    let sums = sums.as_slice_mut().expect("sums are in standard order");
    let small = inner * columns <= SMALL && same_bits(inner);
    if rows * inner * columns <= FEW || small {
        return add_small_products(&left, &right, sums);
    }
    let products = left.matrices().zip(right.matrices());
    for (sum, (left, right)) in sums.chunks_exact_mut(rows * columns).zip(products) {
        let sum = ArrayViewMut2::from_shape((rows, columns), sum);
        let mut sum = sum.expect("as many entries as the product has");
        general_mat_mul(1.0, &left.view(), &right.view(), 1.0, &mut sum);
    }
}

/// Matrices of one shape, in the order in which they follow each other.
pub(super) struct Stack<'a> {
    entries: Cow<'a, [Real]>,
    /// Where each matrix starts.
    starts: Vec<usize>,
    pub(super) shape: [usize; 2],
    strides: [usize; 2],
}

/// A matrix that lies in a slice.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a> {
    /// From its first entry on.
    pub(super) entries: &'a [Real],
    pub(super) shape: [usize; 2],
    /// How far the next row is, and the next column. One of them is next to its neighbor.
    pub(super) strides: [usize; 2],
}

impl<'a> Stack<'a> {
    fn new(array: &'a ArrayRef<Real, IxDyn>) -> Self {
        let (entries, strides) =
            match (array.as_slice_memory_order(), positive_strides(array)) {
                (Some(entries), Some(strides))
                    if strides[array.ndim() - 2..].contains(&1) =>
                {
                    (Cow::Borrowed(entries), strides)
                }
                _ => {
                    let copy = standard_copy(array);
                    let strides =
                        positive_strides(&copy).expect("the copy is in standard order");
                    (Cow::Owned(copy.into_raw_vec_and_offset().0), strides)
                }
            };
        let mut axes = array.shape().iter().copied().zip(strides);
        let mut starts = vec![0];
        for (size, stride) in axes.by_ref().take(array.ndim() - 2) {
            let of_start = |start| (0..size).map(move |place| start + place * stride);
            starts = starts.into_iter().flat_map(of_start).collect();
        }
        let [rows, columns] = [(); 2].map(|()| axes.next().expect("two axes are left"));
        Self {
            entries,
            starts,
            shape: [rows.0, columns.0],
            strides: [rows.1, columns.1],
        }
    }

    pub(super) fn matrices(&self) -> impl Iterator<Item = Matrix<'_>> {
        self.starts.iter().map(|&start| Matrix {
            entries: &self.entries[start..],
            shape: self.shape,
            strides: self.strides,
        })
    }
}

impl<'a> Matrix<'a> {
    fn view(self) -> ArrayView2<'a, Real> {
        let [rows, columns] = self.strides;
        let shape = self.shape.strides((rows, columns).into());
        ArrayView2::from_shape(shape, self.entries)
            .expect("the matrix lies in the slice")
    }
}
