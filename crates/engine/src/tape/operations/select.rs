//! Selection of entries by index.
//!
//! [`Var::slice`] and [`Var::index`] copy no entries. In the backward pass, each operation adds to
//! its part of the gradient in place, so splitting a sequence into steps allocates one gradient
//! rather than one for each step.

use std::ops::{Bound, RangeBounds};

use ndarray::{ArrayD, Axis, Slice};

use super::shape::axis_of;
use crate::tape::Var;

impl<'t> Var<'t> {
    /// Returns the entries in a range of indices along an axis.
    ///
    /// # Shapes
    ///
    /// `[.., size, ..]` to `[.., length of the range, ..]`.
    #[track_caller]
    pub fn slice(self, axis: usize, range: impl RangeBounds<usize>) -> Self {
        let axis @ Axis(number) = axis_of("slice", self, axis);
        let mut value = self.value();
        let (start, end) = bounds(&range, value.len_of(axis));
        assert!(
            start <= end && end <= value.len_of(axis),
            "slice: {:?}: range {start}..{end} is out of bounds for axis {number}",
            value.shape()
        );
        let range = Slice::from(start..end);
        value.slice_axis_inplace(axis, range);
        self.tape().record("slice", [self], value, move |d, [dx]| {
            dx.add_in_place(|sum| {
                let mut part = sum.slice_axis_mut(axis, range);
                part += &d;
            });
        })
    }

    /// Returns the entries at one index along an axis, which is removed.
    ///
    /// # Shapes
    ///
    /// `[.., size, ..]` to `[.., ..]`.
    #[track_caller]
    pub fn index(self, axis: usize, place: usize) -> Self {
        let axis = places_of("index", self, axis, &[place]);
        let part = self.value().index_axis_move(axis, place);
        self.tape().record("index", [self], part, move |d, [dx]| {
            dx.add_in_place(|sum| {
                let mut part = sum.index_axis_mut(axis, place);
                part += &d;
            });
        })
    }

    /// Returns the entries at several indices along an axis, in the order of `places`, which may
    /// contain duplicates.
    ///
    /// # Shapes
    ///
    /// `[.., size, ..]` to `[.., places.len(), ..]`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let x = tape.variable(array![1.0, 2.0, 3.0]);
    /// let chosen = x.select(0, &[2, 0, 2]);
    /// assert_eq!(chosen.value(), array![3.0, 1.0, 3.0].into_dyn());
    /// let gradients = chosen.sum().backward();
    /// assert_eq!(gradients.wrt(x).unwrap(), &array![1.0, 0.0, 2.0].into_dyn());
    /// ```
    #[track_caller]
    pub fn select(self, axis: usize, places: &[usize]) -> Self {
        let axis = places_of("select", self, axis, places);
        let (value, places) = (self.value(), places.to_vec());
        let mut shape = self.shape();
        shape[axis.index()] = places.len();
        let mut chosen = ArrayD::zeros(shape);
        for (mut part, &place) in chosen.axis_iter_mut(axis).zip(&places) {
            part.assign(&value.index_axis(axis, place));
        }
        self.tape().record("select", [self], chosen, move |d, [dx]| {
            dx.add_in_place(|sum| {
                for (d, &place) in d.axis_iter(axis).zip(&places) {
                    let mut part = sum.index_axis_mut(axis, place);
                    part += &d;
                }
            });
        })
    }
}

/// Returns the start of a range and its end, exclusive.
fn bounds(range: &impl RangeBounds<usize>, size: usize) -> (usize, usize) {
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&last) => last.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => size,
    };
    (start, end)
}

/// Returns an axis of the value, or panics if it or one of the indices is out of bounds.
#[track_caller]
fn places_of(operation: &str, var: Var<'_>, axis: usize, places: &[usize]) -> Axis {
    let (shape, Axis(number)) = (var.shape(), axis_of(operation, var, axis));
    for &place in places {
        assert!(
            place < shape[number],
            "{operation}: {shape:?}: index {place} is out of bounds for axis {number}"
        );
    }
    Axis(number)
}
