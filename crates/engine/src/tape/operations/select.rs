//! Parts of a value, chosen by their place.
//!
//! [`Var::slice`] and [`Var::index`] copy no numbers. Backward, every operation here adds to its part
//! of the gradient in place: taking a sequence apart, step by step, costs one array of gradients and
//! not one for each step.

use std::ops::{Bound, RangeBounds};

use ndarray::{ArrayD, Axis, Slice};

use super::shape::axis_of;
use crate::tape::Var;

impl<'t> Var<'t> {
    /// The entries whose place along an axis is in a range.
    ///
    /// # Shapes
    ///
    /// `[.., size, ..]` to `[.., length of the range, ..]`.
    ///
    /// # Panics
    ///
    /// If there is no such axis, or if the range leaves it:
    /// `slice: [2, 3]: the range 1..4 is not within axis 1`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let x = tape.variable(array![[1.0, 2.0, 3.0]]);
    /// let part = x.slice(1, 1..);
    /// assert_eq!(part.value(), array![[2.0, 3.0]].into_dyn());
    /// let gradients = part.sum().backward();
    /// assert_eq!(gradients.wrt(x).unwrap(), &array![[0.0, 1.0, 1.0]].into_dyn());
    /// ```
    #[track_caller]
    pub fn slice(self, axis: usize, range: impl RangeBounds<usize>) -> Self {
        let axis @ Axis(number) = axis_of("slice", self, axis);
        let mut value = self.value();
        let (start, end) = bounds(&range, value.len_of(axis));
        assert!(
            start <= end && end <= value.len_of(axis),
            "slice: {:?}: the range {start}..{end} is not within axis {number}",
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

    /// The entries at one place along an axis, which disappears.
    ///
    /// # Shapes
    ///
    /// `[.., size, ..]` to `[.., ..]`.
    ///
    /// # Panics
    ///
    /// If there is no such axis, or no such place: `index: [2, 3]: 3 is not within axis 1`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let x = tape.constant(array![[1.0, 2.0], [3.0, 4.0]]);
    /// assert_eq!(x.index(0, 1).value(), array![3.0, 4.0].into_dyn());
    /// assert_eq!(x.index(1, 1).value(), array![2.0, 4.0].into_dyn());
    /// ```
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

    /// The entries at several places along an axis, in the order of `places`, which may repeat some.
    ///
    /// # Shapes
    ///
    /// `[.., size, ..]` to `[.., number of places, ..]`.
    ///
    /// # Panics
    ///
    /// If there is no such axis, or no such place: `select: [2, 3]: 3 is not within axis 1`.
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
        self.tape()
            .record("select", [self], chosen, move |d, [dx]| {
                dx.add_in_place(|sum| {
                    for (d, &place) in d.axis_iter(axis).zip(&places) {
                        let mut part = sum.index_axis_mut(axis, place);
                        part += &d;
                    }
                });
            })
    }
}

/// The first place of a range, and the place after its last.
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

/// The axis with this number, if the value has it and it has all these places.
#[track_caller]
fn places_of(operation: &str, var: Var<'_>, axis: usize, places: &[usize]) -> Axis {
    let (shape, Axis(number)) = (var.shape(), axis_of(operation, var, axis));
    for &place in places {
        assert!(
            place < shape[number],
            "{operation}: {shape:?}: {place} is not within axis {number}"
        );
    }
    Axis(number)
}

#[cfg(test)]
mod tests;
