//! The same numbers under other axes.
//!
//! Nothing here copies numbers in the forward pass: only the sizes and strides of the array change.
//! The one exception is a reshape of numbers that do not lie one after the other.

use ndarray::{Axis, IxDyn};

use crate::tape::Var;
use crate::tape::kernels::rows::{in_standard_order, standard};

impl<'t> Var<'t> {
    /// The same entries, in the same row-major order, with other sizes.
    ///
    /// The entries are copied if they do not lie in that order, as after a
    /// [`transpose`](Var::transpose).
    ///
    /// # Shapes
    ///
    /// Any to `shape`, with the same number of entries.
    ///
    /// # Panics
    ///
    /// If the numbers of entries differ: `reshape: [2, 3] x [4]: 6 and 4 entries`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let x = tape.constant(array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    /// let y = x.reshape(&[3, 2]);
    /// assert_eq!(y.value(), array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]].into_dyn());
    /// ```
    #[track_caller]
    pub fn reshape(self, shape: &[usize]) -> Self {
        let (value, before) = (self.value(), self.dimensions());
        let (had, wanted) = (value.len(), shape.iter().product::<usize>());
        assert!(
            had == wanted,
            "reshape: {:?} x {shape:?}: {had} and {wanted} entries",
            value.shape()
        );
        let stays = splits(value.shape(), shape);
        let value = if stays { value } else { standard(value) };
        let reshaped = value.into_shape_clone(IxDyn(shape));
        let reshaped = reshaped.expect("the number of entries is the same");
        self.tape().record("reshape", [self], reshaped, |d, [dx]| {
            let d = in_standard_order(d).into_shape_with_order(before);
            dx.add(|| d.expect("the number of entries is the same"));
        })
    }

    /// The last two axes change places: rows become columns.
    ///
    /// # Shapes
    ///
    /// `[.., rows, columns]` to `[.., columns, rows]`.
    ///
    /// # Panics
    ///
    /// If there are fewer than two axes: `transpose: [3]: two axes are needed`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let x = tape.constant(array![[1.0, 2.0], [3.0, 4.0]]);
    /// assert_eq!(x.transpose().value(), array![[1.0, 3.0], [2.0, 4.0]].into_dyn());
    /// ```
    #[track_caller]
    pub fn transpose(self) -> Self {
        let mut value = self.value();
        let axes = value.ndim();
        assert!(
            axes >= 2,
            "transpose: {:?}: two axes are needed",
            value.shape()
        );
        value.swap_axes(axes - 2, axes - 1);
        self.tape()
            .record("transpose", [self], value, move |mut d, [dx]| {
                d.swap_axes(axes - 2, axes - 1);
                dx.add(|| d);
            })
    }

    /// The axes in another order: axis i of the result is axis `order[i]` of the input.
    ///
    /// # Shapes
    ///
    /// With the order `[0, 2, 1, 3]`: `[batch, keys, heads, dim]` to `[batch, heads, keys, dim]`.
    ///
    /// # Panics
    ///
    /// If the order does not name each axis once: `permute: [2, 3] x [0, 0]: each axis is needed once`.
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
            "permute: {:?} x {order:?}: each axis is needed once",
            value.shape()
        );
        let permuted = value.permuted_axes(order);
        self.tape().record("permute", [self], permuted, |d, [dx]| {
            dx.add(|| d.permuted_axes(inverse));
        })
    }

    /// A new axis of size 1 before the axis with this number, or after the last one.
    ///
    /// # Shapes
    ///
    /// With the axis 1: `[batch, dim]` to `[batch, 1, dim]`.
    ///
    /// # Panics
    ///
    /// If the axis would not follow the others: `insert_axis: [2, 3]: there is no place 3`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let x = tape.constant(array![1.0, 2.0]);
    /// assert_eq!(x.insert_axis(0).value(), array![[1.0, 2.0]].into_dyn());
    /// assert_eq!(x.insert_axis(1).value(), array![[1.0], [2.0]].into_dyn());
    /// ```
    #[track_caller]
    pub fn insert_axis(self, axis: usize) -> Self {
        let value = self.value();
        assert!(
            axis <= value.ndim(),
            "insert_axis: {:?}: there is no place {axis}",
            value.shape()
        );
        let axis = Axis(axis);
        let inserted = value.insert_axis(axis);
        self.tape()
            .record("insert_axis", [self], inserted, move |d, [dx]| {
                dx.add(|| d.index_axis_move(axis, 0));
            })
    }
}

/// Whether each axis is kept or split, so that no entry has to move.
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

/// The axis with this number, if the value has it.
#[track_caller]
pub(super) fn axis_of(operation: &str, var: Var<'_>, axis: usize) -> Axis {
    let shape = var.shape();
    assert!(
        axis < shape.len(),
        "{operation}: {shape:?}: there is no axis {axis}"
    );
    Axis(axis)
}

#[cfg(test)]
mod tests;
