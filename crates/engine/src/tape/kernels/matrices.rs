//! The matrices of an array as parts of a slice.

use std::borrow::Cow;
#[cfg(not(real_f64))]
use std::ops::Range;

use ndarray::{ArrayRef, ArrayView2, IxDyn, ShapeBuilder};

use super::rows::{positive_strides, standard_copy};
use crate::Real;

/// The offsets and strides of the matrices of an array.
pub(super) struct Places {
    /// The offset of each matrix, in logical order.
    pub(super) starts: Vec<usize>,
    pub(super) shape: [usize; 2],
    /// The strides of rows and columns, one of which is 1.
    pub(super) strides: [usize; 2],
}

impl Places {
    /// Returns `None` if the array does not fill a slice, or if neither its rows nor its columns
    /// are contiguous.
    pub(super) fn of(array: &ArrayRef<Real, IxDyn>) -> Option<Self> {
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

    pub(super) fn transposed(mut self) -> Self {
        self.shape.reverse();
        self.strides.reverse();
        self
    }
}

/// Matrices of one shape.
pub(super) struct Matrices<'a> {
    entries: Cow<'a, [Real]>,
    pub(super) places: Places,
}

/// A matrix as part of a slice.
#[derive(Clone, Copy)]
pub(in crate::tape) struct Matrix<'a> {
    /// The slice from the first entry of the matrix on.
    pub(in crate::tape) entries: &'a [Real],
    pub(in crate::tape) shape: [usize; 2],
    /// The strides of rows and columns, one of which is 1.
    pub(in crate::tape) strides: [usize; 2],
}

impl<'a> From<Matrix<'a>> for Matrices<'a> {
    fn from(matrix: Matrix<'a>) -> Self {
        let places =
            Places { starts: vec![0], shape: matrix.shape, strides: matrix.strides };
        let entries = Cow::Borrowed(matrix.entries);
        Self { entries, places }
    }
}

impl<'a> Matrices<'a> {
    pub(super) fn new(array: &'a ArrayRef<Real, IxDyn>) -> Self {
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

    pub(super) fn transposed(self) -> Self {
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

pub(super) const FILLED: &str = "an array with offsets fills a slice";

impl<'a> Matrix<'a> {
    /// Returns the matrix of contiguous rows in a slice.
    pub(in crate::tape) fn of_rows(entries: &'a [Real], shape: [usize; 2]) -> Self {
        Self { entries, shape, strides: [shape[1], 1] }
    }

    /// Returns the transposed matrix.
    pub(in crate::tape) fn transposed(mut self) -> Self {
        self.shape.reverse();
        self.strides.reverse();
        self
    }

    #[cfg(not(real_f64))]
    pub(super) fn rows(self, range: &Range<usize>) -> Self {
        Self {
            entries: &self.entries[range.start * self.strides[0]..],
            shape: [range.len(), self.shape[1]],
            ..self
        }
    }

    #[cfg(not(real_f64))]
    pub(super) fn columns(self, range: &Range<usize>) -> Self {
        Self {
            entries: &self.entries[range.start * self.strides[1]..],
            shape: [self.shape[0], range.len()],
            ..self
        }
    }

    pub(super) fn view(self) -> ArrayView2<'a, Real> {
        let shape = self.shape.strides(self.strides);
        ArrayView2::from_shape(shape, self.entries)
            .expect("the matrix is within the slice")
    }
}
