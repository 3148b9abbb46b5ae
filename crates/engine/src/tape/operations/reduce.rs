//! Sums and means.

use ndarray::{ArrayD, Axis, Dimension, arr0};

use super::shape::axis_of;
use crate::Real;
use crate::tape::Var;

impl<'t> Var<'t> {
    /// Returns the sum of all entries, or 0 if there are none.
    pub fn sum(self) -> Self {
        let shape = self.dimensions();
        let sum = arr0(self.value().sum());
        self.tape().record("sum", [self], sum, |d, [dx]| {
            dx.add(|| ArrayD::from_elem(shape, d.sum()));
        })
    }

    /// Returns the mean of all entries, of which there must be at least one.
    #[track_caller]
    pub fn mean(self) -> Self {
        let shape = self.dimensions();
        let count = shape.size() as Real;
        assert!(count > 0.0, "mean: {:?}: no entries", self.shape());
        let mean = arr0(self.value().sum() / count);
        self.tape().record("mean", [self], mean, move |d, [dx]| {
            dx.add(|| ArrayD::from_elem(shape, d.sum() / count));
        })
    }

    /// Returns the sums along an axis, which is removed. Sums along an empty axis are 0.
    ///
    /// # Shapes
    ///
    /// `[.., size, ..]` to `[.., ..]`.
    #[track_caller]
    pub fn sum_axis(self, axis: usize) -> Self {
        let axis = axis_of("sum_axis", self, axis);
        let sums = self.value().sum_axis(axis);
        self.tape().record("sum_axis", [self], sums, move |d, [dx]| {
            dx.add_in_place(|sum| *sum += &d.insert_axis(axis));
        })
    }

    /// Returns the means along an axis, which is removed.
    ///
    /// # Shapes
    ///
    /// `[.., size, ..]` with a size above 0 to `[.., ..]`.
    #[track_caller]
    pub fn mean_axis(self, axis: usize) -> Self {
        let axis @ Axis(number) = axis_of("mean_axis", self, axis);
        let value = self.value();
        let count = value.len_of(axis) as Real;
        assert!(count > 0.0, "mean_axis: {:?}: axis {number} is empty", self.shape());
        let means = value.sum_axis(axis) / count;
        self.tape().record("mean_axis", [self], means, move |d, [dx]| {
            dx.add_in_place(|sum| *sum += &(d / count).insert_axis(axis));
        })
    }
}
