//! Arrays on the tape.

use ndarray::{ArcArray, ArrayBase, DataOwned, Dimension, IxDyn};

use crate::Real;

/// An array on the tape, which transposing, slicing, and cloning do not copy.
///
/// # Example
///
/// ```
/// use attention::tape::{IntoValue, Value};
/// use ndarray::array;
///
/// let value: Value = array![1.0, 2.0].into_value();
/// assert_eq!(value.clone().as_ptr(), value.as_ptr());
/// ```
pub type Value = ArcArray<Real, IxDyn>;

/// A conversion into a [`Value`], implemented for every owned or shared array, without copying its
/// entries.
///
/// # Example
///
/// ```
/// use attention::tape::IntoValue;
/// use ndarray::array;
///
/// assert_eq!(array![[1.0, 2.0]].into_value().shape(), [1, 2]);
/// ```
pub trait IntoValue {
    /// Converts the array into a shared one of dynamic dimension.
    fn into_value(self) -> Value;
}

impl<S: DataOwned<Elem = Real>, D: Dimension> IntoValue for ArrayBase<S, D> {
    fn into_value(self) -> Value {
        self.into_dyn().into_shared()
    }
}
