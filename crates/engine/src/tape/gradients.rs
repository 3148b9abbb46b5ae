//! The walk backward, and the sums that it collects.

use std::cell::{Ref, RefCell};
use std::collections::HashMap;

use ndarray::{ArrayD, Axis, Dimension, IxDyn};

use super::kernels::rows::in_standard_order;
use super::{Mode, Node, Value, Var};
use crate::Real;
use crate::tape::{Param, ParamId};

/// What an operation leaves on the tape: takes the gradient of its result and adds to the slots of
/// what it was computed from.
pub(super) type Backward = Box<dyn FnOnce(ArrayD<Real>, &Slots<'_>)>;

/// The sums of gradients during the walk, one for each value on the tape.
pub(super) struct Slots<'n> {
    nodes: &'n [Node],
    sums: Vec<RefCell<Option<ArrayD<Real>>>>,
}

impl Slots<'_> {
    pub(super) fn slot(&self, index: usize) -> Slot<'_> {
        let node = &self.nodes[index];
        Slot {
            parent: node.wanted.then_some(&node.value),
            sum: &self.sums[index],
        }
    }
}

/// Where an operation adds the gradient of one of its parents.
///
/// Nothing is computed for a parent whose gradient nobody wants.
#[derive(Debug)]
pub struct Slot<'g> {
    /// None if nobody wants this gradient.
    parent: Option<&'g Value>,
    sum: &'g RefCell<Option<ArrayD<Real>>>,
}

impl Slot<'_> {
    /// Whether somebody wants this gradient.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let (x, data) = (tape.variable(array![1.0]), tape.constant(array![1.0]));
    /// let y = tape.record("example", [x, data], array![1.0], |_, [dx, ddata]| {
    ///     assert!(dx.wanted() && !ddata.wanted());
    /// });
    /// y.backward();
    /// ```
    pub fn wanted(&self) -> bool {
        self.parent.is_some()
    }

    /// Adds a gradient. If the parent was broadcast, the gradient has the larger shape of the result,
    /// and is summed over the axes along which the parent was repeated.
    ///
    /// # Panics
    ///
    /// If the shape of the parent cannot be broadcast to that of the gradient.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let x = tape.variable(array![1.0]);
    /// let y = tape.record("repeat", [x], array![1.0, 1.0], |d, [dx]| dx.add(|| d));
    /// let gradient = y.backward_from(array![2.0, 3.0].into_dyn());
    /// assert_eq!(gradient.wrt(x).unwrap()[[0]], 5.0);
    /// ```
    pub fn add(&self, gradient: impl FnOnce() -> ArrayD<Real>) {
        let Some(parent) = self.parent else { return };
        let gradient = sum_to(gradient(), &parent.raw_dim());
        let mut sum = self.sum.borrow_mut();
        match sum.as_mut() {
            Some(sum) => *sum += &gradient,
            None => *sum = Some(gradient),
        }
    }

    /// Lets `change` add to the sum in place, which has the shape of the parent: for operations that touch
    /// a part of the parent, and for matrix products that accumulate.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let x = tape.variable(array![1.0, 4.0]);
    /// let last = tape.record("last", [x], array![4.0], |d, [dx]| {
    ///     dx.add_in_place(|sum| sum[[1]] += d[[0]]);
    /// });
    /// assert_eq!(last.backward().wrt(x).unwrap(), &array![0.0, 1.0].into_dyn());
    /// ```
    pub fn add_in_place(&self, change: impl FnOnce(&mut ArrayD<Real>)) {
        let Some(parent) = self.parent else { return };
        // In memory the sum lies as the parent does, so that nobody has to turn it.
        let turned =
            !parent.is_standard_layout() && parent.as_slice_memory_order().is_some();
        let zeros = || match turned {
            true => parent.map(|_| 0.0),
            false => ArrayD::zeros(parent.raw_dim()),
        };
        change(self.sum.borrow_mut().get_or_insert_with(zeros));
    }
}

/// Undoes a broadcast: sums over the axes along which an array of this shape was repeated.
// ANCHOR: sum_to
fn sum_to(mut gradient: ArrayD<Real>, shape: &IxDyn) -> ArrayD<Real> {
    if gradient.raw_dim() == *shape {
        return gradient;
    }
    while gradient.ndim() > shape.ndim() {
        gradient = gradient.sum_axis(Axis(0));
    }
    for axis in 0..shape.ndim() {
        if shape[axis] == 1 && gradient.shape()[axis] != 1 {
            let sum = gradient.sum_axis(Axis(axis));
            gradient = sum.insert_axis(Axis(axis));
        }
    }
    assert!(
        gradient.raw_dim() == *shape,
        "a gradient with the shape {:?} \
         for a value with the shape {:?}",
        gradient.shape(),
        shape.as_array_view().to_vec()
    );
    gradient
}
// ANCHOR_END: sum_to

/// Reads the tape backward from `end`.
#[track_caller]
pub(super) fn walk(end: Var<'_>, gradient: ArrayD<Real>) -> Gradients {
    let tape = end.tape();
    assert!(
        tape.mode() != Mode::Eval,
        "backward: a tape in the mode Eval records nothing"
    );
    assert!(
        !tape.spent.replace(true),
        "backward: this tape was already read backward"
    );
    let mut notes: Vec<Option<Backward>> = {
        let mut nodes = tape.nodes.borrow_mut();
        nodes.iter_mut().map(|node| node.backward.take()).collect()
    };
    let nodes: Ref<'_, Vec<Node>> = tape.nodes.borrow();
    let slots = Slots {
        nodes: &nodes,
        sums: nodes.iter().map(|_| RefCell::default()).collect(),
    };
    // ANCHOR: walk
    slots.slot(end.node()).add(|| gradient);
    for index in (0..=end.node()).rev() {
        // Everything that reads a value comes after it, so its sum is
        // complete here.
        if let Some(backward) = notes[index].take() {
            let gradient = slots.sums[index].borrow_mut().take();
            if let Some(gradient) = gradient {
                backward(gradient, &slots);
            }
        }
    }
    // ANCHOR_END: walk
    Gradients::collect(&slots)
}

/// The derivatives of a loss with respect to every parameter and variable that it depends on.
///
/// # Example
///
/// ```
/// use attention::nn::Param;
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
///
/// let (used, unused) = (Param::new(array![3.0]), Param::new(array![3.0]));
/// let tape = Tape::new(Mode::Check, 0);
/// let gradients = (tape.param(&used) * 2.0).sum().backward();
/// assert_eq!(gradients.of(&used).unwrap()[[0]], 2.0);
/// assert!(gradients.of(&unused).is_none());
/// ```
#[derive(Debug, Default)]
pub struct Gradients {
    leaves: HashMap<usize, ArrayD<Real>>,
    /// With each gradient its parameter, whose identity is unique only while it is alive. They are
    /// in the order of the tape, so that sums over all of them are the same in each run.
    params: Vec<(Param, ArrayD<Real>)>,
    places: HashMap<ParamId, usize>,
}

impl Gradients {
    fn collect(slots: &Slots<'_>) -> Self {
        let mut gradients = Self::default();
        for (index, (node, sum)) in slots.nodes.iter().zip(&slots.sums).enumerate() {
            let Some(gradient) = sum.borrow_mut().take() else {
                continue;
            };
            let gradient = in_standard_order(gradient);
            match &node.param {
                Some(param) => {
                    let place = gradients.params.len();
                    gradients.places.insert(param.id(), place);
                    gradients.params.push((param.clone(), gradient));
                }
                None => {
                    gradients.leaves.insert(index, gradient);
                }
            }
        }
        gradients
    }

    /// The gradient of a parameter; none if the loss does not depend on it.
    pub fn of(&self, param: &Param) -> Option<&ArrayD<Real>> {
        let place = self.places.get(&param.id())?;
        Some(&self.params[*place].1)
    }

    /// The gradient of a [variable](super::Tape::variable); none if the loss does not depend on it, if it
    /// was computed from others, or if it is a parameter, whose gradient is [`Gradients::of`].
    ///
    /// The variable must lie on the tape that was read backward: one of another tape is not noticed.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let (x, other) = (tape.variable(array![1.0]), tape.variable(array![1.0]));
    /// let gradients = (x * 4.0).sum().backward();
    /// assert_eq!(gradients.wrt(x).unwrap()[[0]], 4.0);
    /// assert!(gradients.wrt(other).is_none());
    /// ```
    pub fn wrt(&self, variable: Var<'_>) -> Option<&ArrayD<Real>> {
        self.leaves.get(&variable.node())
    }

    /// All parameters that have a gradient, with it, for changes in place such as clipping; in the
    /// order in which the parameters came on the tape.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Param;
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let weight = Param::new(array![3.0]);
    /// let tape = Tape::new(Mode::Check, 0);
    /// let mut gradients = tape.param(&weight).sum().backward();
    /// for (_, gradient) in gradients.iter_mut() {
    ///     *gradient *= 0.5;
    /// }
    /// assert_eq!(gradients.of(&weight).unwrap()[[0]], 0.5);
    /// ```
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&Param, &mut ArrayD<Real>)> {
        let entries = self.params.iter_mut();
        entries.map(|(param, gradient)| (&*param, gradient))
    }
}
