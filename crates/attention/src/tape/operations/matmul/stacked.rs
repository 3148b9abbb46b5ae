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

/// Adds the product of each pair of matrices to its place in `sums`, in whatever order they lie.
pub(super) fn add_products(
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
    let (mut left, mut right) = (Stack::new(left), Stack::new(right));
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

/// Where the matrices of an array lie in a slice.
pub(super) struct Places {
    /// Where each matrix starts, in the order in which they follow each other.
    pub(super) starts: Vec<usize>,
    pub(super) shape: [usize; 2],
    /// How far the next row is, and the next column. One of them is next to its neighbor.
    pub(super) strides: [usize; 2],
}

impl Places {
    /// None if the array does not fill a slice, or if neither its rows nor its columns do.
    fn of(array: &ArrayRef<Real, IxDyn>) -> Option<Self> {
        let strides = positive_strides(array)?;
        array.as_slice_memory_order()?;
        let (before, last) = strides.split_at(array.ndim() - 2);
        let sizes = array.shape();
        let mut starts = vec![0];
        for (&size, &stride) in sizes.iter().zip(before) {
            let of_start = |start| (0..size).map(move |place| start + place * stride);
            starts = starts.into_iter().flat_map(of_start).collect();
        }
        last.contains(&1).then(|| Self {
            starts,
            shape: [sizes[before.len()], sizes[before.len() + 1]],
            strides: [last[0], last[1]],
        })
    }

    fn transposed(mut self) -> Self {
        self.shape.reverse();
        self.strides.reverse();
        self
    }
}

/// Matrices of one shape.
pub(super) struct Stack<'a> {
    entries: Cow<'a, [Real]>,
    pub(super) places: Places,
}

/// A matrix that lies in a slice.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a> {
    /// From its first entry on.
    pub(super) entries: &'a [Real],
    pub(super) shape: [usize; 2],
    /// As in [`Places`].
    pub(super) strides: [usize; 2],
}

impl<'a> Stack<'a> {
    fn new(array: &'a ArrayRef<Real, IxDyn>) -> Self {
        if let Some(places) = Places::of(array) {
            let entries = array.as_slice_memory_order().expect(FILLED);
            let entries = Cow::Borrowed(entries);
            return Self { entries, places };
        }
        let copy = standard_copy(array);
        let places = Places::of(&copy).expect("the copy is in standard order");
        let entries = Cow::Owned(copy.into_raw_vec_and_offset().0);
        Self { entries, places }
    }

    fn transposed(self) -> Self {
        let places = self.places.transposed();
        Self { places, ..self }
    }

    pub(super) fn matrices(&self) -> impl Iterator<Item = Matrix<'_>> {
        self.places.starts.iter().map(|&start| Matrix {
            entries: &self.entries[start..],
            shape: self.places.shape,
            strides: self.places.strides,
        })
    }
}

const FILLED: &str = "an array that has places fills a slice";

impl<'a> Matrix<'a> {
    fn view(self) -> ArrayView2<'a, Real> {
        let shape = self.shape.strides(self.strides);
        ArrayView2::from_shape(shape, self.entries)
            .expect("the matrix lies in the slice")
    }
}
