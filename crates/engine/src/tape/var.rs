//! The value, shape, and gradients of a variable.

use std::fmt;

use ndarray::{ArrayD, Dimension, IxDyn};

use super::{Gradients, Mode, Tape, Value, Var, gradients};
use crate::Real;

impl<'t> Var<'t> {
    /// Returns the tape of this value.
    pub fn tape(self) -> &'t Tape {
        self.tape
    }

    /// Returns the array without copying its entries.
    pub fn value(self) -> Value {
        self.tape.nodes.borrow()[self.tape.place(self.index)].value.clone()
    }

    /// Returns the only entry of a value.
    #[track_caller]
    pub fn item(self) -> Real {
        let value = self.value();
        assert!(value.len() == 1, "item: {:?}: expected a single entry", value.shape());
        value.sum()
    }

    /// Returns the shape of the value.
    pub fn shape(self) -> Vec<usize> {
        self.dimensions().as_array_view().to_vec()
    }

    pub(super) fn dimensions(self) -> IxDyn {
        self.tape.nodes.borrow()[self.tape.place(self.index)].value.raw_dim()
    }

    /// Returns the shape of the value as an array of `R` sizes.
    #[track_caller]
    pub fn dims<const R: usize>(self) -> [usize; R] {
        let shape = self.shape();
        match shape.as_slice().try_into() {
            Ok(dims) => dims,
            Err(_) => panic!("dims: {shape:?}: {} axes instead of {R}", shape.len()),
        }
    }

    /// Returns the gradients of this scalar with respect to the parameters and variables that it
    /// depends on.
    ///
    /// # Panics
    ///
    /// If the tape is in [`Mode::Eval`], or if it has already run a backward pass, which consumes
    /// its records.
    ///
    /// # Source
    ///
    /// Linnainmaa (1976), *Taylor expansion of the accumulated rounding error*, for reverse
    /// accumulation.
    #[track_caller]
    pub fn backward(self) -> Gradients {
        let shape = self.dimensions();
        assert!(
            shape.size() == 1,
            "backward: {:?}: expected a single entry",
            shape.as_array_view().to_vec()
        );
        self.backward_from(ArrayD::ones(shape))
    }

    /// Returns the gradients of the sum of all entries, each times the entry of `gradient` with the
    /// same index.
    ///
    /// This is the vector-Jacobian product of `gradient` and this value, which may have any shape.
    ///
    /// # Panics
    ///
    /// As [`Var::backward`].
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let x = tape.variable(array![1.0, 2.0]);
    /// let gradients = (x * 3.0).backward_from(array![1.0, 10.0].into_dyn());
    /// assert_eq!(gradients.wrt(x).unwrap(), &array![3.0, 30.0].into_dyn());
    /// ```
    #[track_caller]
    pub fn backward_from(self, gradient: ArrayD<Real>) -> Gradients {
        let shape = self.shape();
        assert!(
            gradient.shape() == shape,
            "backward_from: {shape:?} and {:?}: shapes of value and gradient differ",
            gradient.shape()
        );
        let tape = self.tape;
        assert!(
            tape.mode != Mode::Eval,
            "backward: a tape in mode Eval records no gradients"
        );
        assert!(!tape.spent.replace(true), "backward: already called on this tape");
        gradients::walk(&tape.nodes, self.index, gradient)
    }
}

impl Gradients {
    /// Returns the gradient with respect to a [variable](Tape::variable), or `None` if the
    /// loss does not depend on it, if it is the result of an operation, or if it is a parameter,
    /// for which [`Gradients::of`] is.
    ///
    /// The variable must be on the tape of the loss, which is not checked.
    pub fn wrt(&self, variable: Var<'_>) -> Option<&ArrayD<Real>> {
        self.leaf(variable.index)
    }
}

impl fmt::Debug for Var<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.tape.nodes.borrow();
        let node = &nodes[self.tape.place(self.index)];
        write!(f, "Var({} {})", node.operation, node.value)
    }
}
