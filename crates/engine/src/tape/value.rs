//! Arrays on the tape.

use ndarray::{ArcArray, ArrayBase, DataOwned, Dimension, IxDyn};

use crate::Real;

/// An array on the tape, which transposing, slicing, and cloning do not copy.
pub type Value = ArcArray<Real, IxDyn>;

/// A conversion into a [`Value`], implemented for every owned or shared array, without copying its
/// entries.
pub trait IntoValue {
    /// Converts the array into a shared one of dynamic dimension.
    fn into_value(self) -> Value;
}

impl<S: DataOwned<Elem = Real>, D: Dimension> IntoValue for ArrayBase<S, D> {
    fn into_value(self) -> Value {
        self.into_dyn().into_shared()
    }
}
