//! The backward pass and the accumulation of gradients.

use std::cell::{Ref, RefCell};
use std::collections::HashMap;

use ndarray::{ArrayD, Axis, Dimension, IxDyn};

use super::kernels::rows::in_standard_order;
use super::{Node, Param, ParamId, Value};
use crate::Real;

/// The backward pass of an operation: adds gradients to the slots of its parents, given the
/// gradient of its result.
pub(super) type Backward = Box<dyn FnOnce(ArrayD<Real>, &Slots<'_>)>;

/// The accumulated gradients, one for each value on the tape.
pub(super) struct Slots<'n> {
    nodes: &'n [Node],
    sums: Vec<RefCell<Option<ArrayD<Real>>>>,
}

impl Slots<'_> {
    pub(super) fn slot(&self, index: usize) -> Slot<'_> {
        let node = &self.nodes[index];
        Slot { parent: node.wanted.then_some(&node.value), sum: &self.sums[index] }
    }
}

/// The accumulator of the gradient with respect to one parent of an operation.
///
/// Nothing is computed for a parent that needs no gradient.
#[derive(Debug)]
pub struct Slot<'g> {
    /// `None` if this gradient is not needed.
    parent: Option<&'g Value>,
    sum: &'g RefCell<Option<ArrayD<Real>>>,
}

impl Slot<'_> {
    /// Returns whether this gradient is needed.
    pub fn wanted(&self) -> bool {
        self.parent.is_some()
    }

    /// Adds a gradient, summed over the axes along which the parent was broadcast.
    pub fn add(&self, gradient: impl FnOnce() -> ArrayD<Real>) {
        let Some(parent) = self.parent else { return };
        let gradient = sum_to(gradient(), &parent.raw_dim());
        let mut sum = self.sum.borrow_mut();
        match sum.as_mut() {
            Some(sum) => *sum += &gradient,
            None => *sum = Some(gradient),
        }
    }

    /// Lets `change` add to the accumulator in place, which has the shape of the parent.
    ///
    /// Use it for operations on a part of the parent and for accumulating matrix products.
    pub fn add_in_place(&self, change: impl FnOnce(&mut ArrayD<Real>)) {
        let Some(parent) = self.parent else { return };
        // The sum has the memory layout of the parent, so nothing has to be transposed.
        let turned =
            !parent.is_standard_layout() && parent.as_slice_memory_order().is_some();
        let zeros = || match turned {
            true => parent.map(|_| 0.0),
            false => ArrayD::zeros(parent.raw_dim()),
        };
        change(self.sum.borrow_mut().get_or_insert_with(zeros));
    }
}

/// Reverses a broadcast: sums over the axes along which an array of this shape was repeated.
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
        "gradient {:?} does not fit value {:?}",
        gradient.shape(),
        shape.as_array_view().to_vec()
    );
    gradient
}
// ANCHOR_END: sum_to

/// Runs the backward pass of these nodes from node `end`.
pub(super) fn walk(
    nodes: &RefCell<Vec<Node>>,
    end: usize,
    gradient: ArrayD<Real>,
) -> Gradients {
    let mut notes: Vec<Option<Backward>> = {
        let mut nodes = nodes.borrow_mut();
        nodes.iter_mut().map(|node| node.backward.take()).collect()
    };
    let nodes: Ref<'_, Vec<Node>> = nodes.borrow();
    let slots = Slots {
        nodes: &nodes,
        sums: nodes.iter().map(|_| RefCell::default()).collect(),
    };
    // ANCHOR: walk
    slots.slot(end).add(|| gradient);
    for index in (0..=end).rev() {
        // All uses of a value come after it, so its gradient is
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

/// The gradients of a loss with respect to the parameters and variables that it depends on.
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
#[doc(alias = "GradStore")]
#[derive(Debug, Default)]
pub struct Gradients {
    leaves: HashMap<usize, ArrayD<Real>>,
    /// Gradients with their parameters, which are kept alive so that their identities stay unique.
    /// They are in the order of the tape, which makes sums over all gradients reproducible.
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

    /// Collects gradients that were computed elsewhere, in this order.
    pub(crate) fn of_params(
        gradients: impl Iterator<Item = (Param, ArrayD<Real>)>,
    ) -> Self {
        let params: Vec<_> = gradients.collect();
        let places = params.iter().enumerate();
        let places = places.map(|(place, (param, _))| (param.id(), place)).collect();
        Self { leaves: HashMap::new(), params, places }
    }

    /// Removes the gradient with respect to a parameter.
    pub(crate) fn take(&mut self, param: &Param) -> Option<ArrayD<Real>> {
        let place = self.places.remove(&param.id())?;
        Some(std::mem::take(&mut self.params[place].1))
    }

    /// Returns the gradient with respect to a parameter, or `None` if the loss does not depend on
    /// it.
    pub fn of(&self, param: &Param) -> Option<&ArrayD<Real>> {
        let place = self.places.get(&param.id())?;
        Some(&self.params[*place].1)
    }

    /// Returns the gradient with respect to the variable of a node.
    pub(super) fn leaf(&self, index: usize) -> Option<&ArrayD<Real>> {
        self.leaves.get(&index)
    }

    /// Returns all parameters with their gradients, in the order of the tape, for changes in place
    /// such as clipping.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&Param, &mut ArrayD<Real>)> {
        let entries = self.params.iter_mut();
        entries.map(|(param, gradient)| (&*param, gradient))
    }
}
