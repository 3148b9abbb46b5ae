//! Changes of shape.
//!
//! In the forward pass, only the sizes and strides of the array change. The exception is a reshape
//! of entries that are not contiguous, which copies them.

use ndarray::{Axis, IxDyn};

use crate::tape::Var;
use crate::tape::kernels::rows::in_standard_order;

impl<'t> Var<'t> {
    /// Returns the entries, in row-major order, with another shape.
    ///
    /// The entries are copied if their memory layout differs from this order, for example after
    /// [`transpose`](Var::transpose).
    ///
    /// # Shapes
    ///
    /// Any to `shape`, with the same number of entries.
    #[track_caller]
    pub fn reshape(self, shape: &[usize]) -> Self {
        let (value, before) = (self.value(), self.dimensions());
        let (had, wanted) = (value.len(), shape.iter().product::<usize>());
        assert!(
            had == wanted,
            "reshape: {:?} to {shape:?}: {had} and {wanted} entries",
            value.shape()
        );
        let stays = splits(value.shape(), shape);
        let value = if stays { value } else { in_standard_order(value) };
        let reshaped = value.into_shape_clone(IxDyn(shape));
        let reshaped = reshaped.expect("the number of entries does not change");
        self.tape().record("reshape", [self], reshaped, |d, [dx]| {
            let d = in_standard_order(d).into_shape_with_order(before);
            dx.add(|| d.expect("the number of entries does not change"));
        })
    }

    /// Swaps the last two axes.
    ///
    /// # Shapes
    ///
    /// `[.., rows, columns]` to `[.., columns, rows]`.
    #[track_caller]
    pub fn transpose(self) -> Self {
        let mut value = self.value();
        let axes = value.ndim();
        assert!(axes >= 2, "transpose: {:?}: needs at least two axes", value.shape());
        value.swap_axes(axes - 2, axes - 1);
        self.tape().record("transpose", [self], value, move |mut d, [dx]| {
            d.swap_axes(axes - 2, axes - 1);
            dx.add(|| d);
        })
    }

    /// Permutes the axes: axis i of the result is axis `order[i]` of the input.
    ///
    /// # Shapes
    ///
    /// With order `[0, 2, 1, 3]`, `[batch, keys, heads, dim]` to `[batch, heads, keys, dim]`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::Array3;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let x = tape.constant(Array3::zeros((2, 3, 4)));
    /// assert_eq!(x.permute(&[2, 0, 1]).shape(), [4, 2, 3]);
    /// ```
    #[track_caller]
    pub fn permute(self, order: &[usize]) -> Self {
        let value = self.value();
        let mut inverse = vec![usize::MAX; value.ndim()];
        for (place, &axis) in order.iter().enumerate() {
            if let Some(entry) = inverse.get_mut(axis) {
                *entry = place;
            }
        }
        assert!(
            order.len() == value.ndim() && !inverse.contains(&usize::MAX),
            "permute: {:?} by {order:?}: not a permutation of the axes",
            value.shape()
        );
        let permuted = value.permuted_axes(order);
        self.tape().record("permute", [self], permuted, |d, [dx]| {
            dx.add(|| d.permuted_axes(inverse));
        })
    }

    /// Inserts an axis of size 1.
    ///
    /// # Shapes
    ///
    /// With axis 1, `[batch, dim]` to `[batch, 1, dim]`.
    #[track_caller]
    pub fn insert_axis(self, axis: usize) -> Self {
        let value = self.value();
        assert!(
            axis <= value.ndim(),
            "insert_axis: {:?}: axis {axis} is out of bounds",
            value.shape()
        );
        let axis = Axis(axis);
        let inserted = value.insert_axis(axis);
        self.tape().record("insert_axis", [self], inserted, move |d, [dx]| {
            dx.add(|| d.index_axis_move(axis, 0));
        })
    }
}

/// Returns whether each axis is kept or split, so that no entry has to move.
fn splits(shape: &[usize], into: &[usize]) -> bool {
    let mut parts = into.iter();
    shape.iter().all(|&size| {
        let mut product = 1;
        while product < size {
            match parts.next() {
                Some(part) => product *= part,
                None => return false,
            }
        }
        product == size
    })
}

/// Returns an axis of the value, or panics if it is out of bounds.
#[track_caller]
pub(super) fn axis_of(operation: &str, var: Var<'_>, axis: usize) -> Axis {
    let shape = var.shape();
    assert!(axis < shape.len(), "{operation}: {shape:?}: axis {axis} is out of bounds");
    Axis(axis)
}
