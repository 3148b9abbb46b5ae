//! The handle of a value on the tape.

use std::fmt;

use ndarray::{ArrayD, Dimension, IxDyn};

use super::{Gradients, Tape, Value, gradients};
use crate::Real;

/// A value on a [`Tape`]: an index and a reference, so it is copied like a number.
///
/// `+`, `-`, `*` and `/` work entry by entry. As in `ndarray`, an operand that lacks an axis at the
/// front, or has the size 1 along one, is repeated along it. They panic if the shapes do not fit
/// (`add: [2, 3] x [2]: sizes 3 and 2 differ along axis 1`) or if the tapes differ.
///
/// # Example
///
/// ```
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
///
/// let tape = Tape::new(Mode::Check, 0);
/// let x = tape.variable(array![[1.0, 2.0]]);
/// let y = x + x * x; // `x` can be used as often as needed
/// assert_eq!(y.value(), array![[2.0, 6.0]].into_dyn());
/// ```
#[derive(Clone, Copy)]
pub struct Var<'t> {
    tape: &'t Tape,
    index: usize,
}

impl<'t> Var<'t> {
    pub(super) fn new(tape: &'t Tape, index: usize) -> Self {
        Self { tape, index }
    }

    pub(super) fn node(self) -> usize {
        self.index
    }

    /// The tape that this value lies on.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let x = tape.constant(array![1.0]);
    /// assert_eq!(x.tape().mode(), Mode::Eval);
    /// ```
    pub fn tape(self) -> &'t Tape {
        self.tape
    }

    /// The numbers. They are shared, not copied.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// assert_eq!(tape.constant(array![1.0]).value(), array![1.0].into_dyn());
    /// ```
    pub fn value(self) -> Value {
        self.tape.nodes.borrow()[self.index].value.clone()
    }

    /// The only number of a value that has one.
    ///
    /// # Panics
    ///
    /// If the value does not have exactly one number.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// assert_eq!(tape.constant(array![1.0, 2.0]).sum().item(), 3.0);
    /// ```
    #[track_caller]
    pub fn item(self) -> Real {
        let value = self.value();
        assert!(
            value.len() == 1,
            "item: {:?}: not a single number",
            value.shape()
        );
        value.sum()
    }

    /// The sizes of all axes.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// assert_eq!(tape.constant(array![[1.0, 2.0]]).shape(), [1, 2]);
    /// ```
    pub fn shape(self) -> Vec<usize> {
        self.dimensions().as_array_view().to_vec()
    }

    pub(super) fn dimensions(self) -> IxDyn {
        self.tape.nodes.borrow()[self.index].value.raw_dim()
    }

    /// The sizes of all axes, if there are as many as the pattern on the left asks for.
    ///
    /// # Panics
    ///
    /// If the value has another number of axes.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let [rows, columns] = tape.constant(array![[1.0, 2.0]]).dims();
    /// assert_eq!((rows, columns), (1, 2));
    /// ```
    #[track_caller]
    pub fn dims<const R: usize>(self) -> [usize; R] {
        let shape = self.shape();
        match shape.as_slice().try_into() {
            Ok(dims) => dims,
            Err(_) => panic!("dims: {shape:?}: {} axes, not {R}", shape.len()),
        }
    }

    /// Keeps the value under a name, if the tape is [observing](Tape::observing), and passes it on.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0).observing();
    /// let doubled = (tape.constant(array![1.0]) * 2.0).observe("doubled") * 3.0;
    /// assert_eq!(doubled.item(), 6.0);
    /// assert_eq!(tape.observed()[0].1, array![2.0].into_dyn());
    /// ```
    pub fn observe(self, name: &str) -> Self {
        if let Some(observed) = self.tape.observed.borrow_mut().as_mut() {
            observed.push((name.to_owned(), self.value()));
        }
        self
    }

    /// The derivatives of this number with respect to the parameters and variables that it was
    /// computed from.
    ///
    /// # Panics
    ///
    /// If the value is not a single number, if the tape is for [`Mode::Eval`](super::Mode::Eval), or if
    /// the tape was already read backward: each note on it is used up by the first time.
    ///
    /// # Source
    ///
    /// Linnainmaa (1976), *Taylor expansion of the accumulated rounding error*: reverse accumulation.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let (a, b) = (tape.variable(array![2.0]), tape.variable(array![5.0]));
    /// let gradients = (a * b).sum().backward();
    /// assert_eq!(gradients.wrt(a).unwrap()[[0]], 5.0);
    /// assert_eq!(gradients.wrt(b).unwrap()[[0]], 2.0);
    /// ```
    #[track_caller]
    pub fn backward(self) -> Gradients {
        let shape = self.dimensions();
        assert!(
            shape.size() == 1,
            "backward: {:?}: not a single number",
            shape.as_array_view().to_vec()
        );
        self.backward_from(ArrayD::ones(shape))
    }

    /// Like [`Var::backward`] for a value of any shape: the derivatives of the sum of all its numbers,
    /// each times the number at its place in `gradient`.
    ///
    /// # Panics
    ///
    /// If the shapes differ, and as [`Var::backward`].
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
            "backward_from: {shape:?} and {:?}: the gradient has another shape",
            gradient.shape()
        );
        gradients::walk(self, gradient)
    }
}

impl fmt::Debug for Var<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.tape.nodes.borrow();
        let node = &nodes[self.index];
        write!(f, "Var({} {})", node.operation, node.value)
    }
}
