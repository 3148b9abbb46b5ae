//! Automatic differentiation: a tape records what is computed, and is read backward for gradients.
//!
//! Every operation on a [`Var`] computes its value at once and leaves a note on the tape: which
//! values it read, and how a small change of its result follows from small changes of them.
//! [`Var::backward`] reads the notes from the last to the first and returns the derivative of one
//! number, the loss, by every parameter. It returns them: nothing is stored in a parameter, so
//! nothing has to be set to zero before the next step.
//!
//! ```
//! use attention::tape::{Mode, Tape};
//! use ndarray::array;
//!
//! let tape = Tape::new(Mode::Check, 0);
//! let x = tape.variable(array![1.0, 2.0, 3.0]);
//! let loss = (x * x).sum(); // 1 + 4 + 9
//! assert_eq!(loss.item(), 14.0);
//! let gradients = loss.backward();
//! assert_eq!(gradients.wrt(x).unwrap(), &array![2.0, 4.0, 6.0].into_dyn());
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `tape/var.rs` | the handle [`Var`]: shape, value, observation, backward |
//! | `tape/gradients.rs` | the walk backward, and the sums it collects |
//! | `tape/param.rs`, `tape/module.rs` | [`Param`], numbers that training changes, and [`Module`], what has some |
//! | `tape/operations/` | the operations, each with its derivative below it |
//! | `tape/kernels/` | the loops below them |
//! | `tape/memory.rs` | memory for the next tape |
//! | `tape/check.rs` | the proof that a derivative is right: [`check::gradients`] |

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use ndarray::{ArcArray, ArrayBase, ArrayD, DataOwned, Dimension, IxDyn};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::Real;

pub mod check;
mod gradients;
mod kernels;
mod memory;
mod module;
mod operations;
mod param;
mod var;

pub use gradients::{Gradients, Slot};
pub use module::{Module, Visitor};
pub use operations::{
    Attended, attend, concat, fused_additive_scores, fused_attend, stack,
};
pub use param::{Param, ParamId};
pub use var::Var;

use gradients::Backward;

/// An array on the tape: shared, so that a transpose, a slice and a clone copy no numbers.
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

/// What can become a [`Value`]: every owned or shared array, without a copy of its numbers.
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
    /// The same numbers, shared.
    fn into_value(self) -> Value;
}

impl<S: DataOwned<Elem = Real>, D: Dimension> IntoValue for ArrayBase<S, D> {
    fn into_value(self) -> Value {
        self.into_dyn().into_shared()
    }
}

/// What a tape is for.
///
/// # Example
///
/// ```
/// use attention::tape::{Mode, Tape};
/// use ndarray::Array1;
///
/// let drops = |mode| {
///     let tape = Tape::new(mode, 0);
///     let dropped = tape.constant(Array1::ones(100)).dropout(0.5);
///     dropped.value().iter().any(|&x| x == 0.0)
/// };
/// assert_eq!([Mode::Train, Mode::Check, Mode::Eval].map(drops), [true, false, false]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Records for gradients, and dropout is on.
    Train,
    /// Records for gradients, and dropout is off: the same input gives the same output.
    Check,
    /// Records nothing for gradients, and dropout is off.
    Eval,
}

/// The record of one forward pass. Make a new one for each step of a training.
///
/// # Example
///
/// ```
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let sum = tape.constant(array![1.0, 2.0]) + tape.constant(array![10.0]);
/// assert_eq!(sum.value(), array![11.0, 12.0].into_dyn());
/// ```
pub struct Tape {
    mode: Mode,
    nodes: RefCell<Vec<Node>>,
    params: RefCell<HashMap<ParamId, usize>>,
    random: RefCell<ChaCha8Rng>,
    observed: RefCell<Option<Vec<(String, Value)>>>,
    spent: Cell<bool>,
}

/// One value on the tape, and how gradients flow from it to what it was computed from.
// ANCHOR: node
struct Node {
    operation: &'static str,
    value: Value,
    /// Whether a gradient for this value is needed.
    wanted: bool,
    backward: Option<Backward>,
    /// The parameter of this node, kept so that its identity stays
    /// unique.
    param: Option<Param>,
}
// ANCHOR_END: node

impl Tape {
    /// An empty tape. The seed is that of the dropout; other modes than [`Mode::Train`] do not use it.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    ///
    /// assert_eq!(Tape::new(Mode::Train, 7).mode(), Mode::Train);
    /// ```
    pub fn new(mode: Mode, seed: u64) -> Self {
        memory::keep_freed();
        Self {
            mode,
            nodes: RefCell::default(),
            params: RefCell::default(),
            random: RefCell::new(ChaCha8Rng::seed_from_u64(seed)),
            observed: RefCell::new(None),
            spent: Cell::new(false),
        }
    }

    /// The same tape, but it keeps what [`Var::observe`] names.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0).observing();
    /// tape.constant(array![0.5, 0.5]).observe("decoder.weights");
    /// let (name, weights) = &tape.observed()[0];
    /// assert_eq!((name.as_str(), weights[[1]]), ("decoder.weights", 0.5));
    /// ```
    #[must_use]
    pub fn observing(self) -> Self {
        self.observed.replace(Some(Vec::new()));
        self
    }

    /// What the tape is for.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    ///
    /// assert_eq!(Tape::new(Mode::Eval, 0).mode(), Mode::Eval);
    /// ```
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Puts numbers on the tape whose gradient nobody needs: data, fixed positions.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let constant = tape.constant(array![3.0]);
    /// let gradients = (constant * 2.0).sum().backward();
    /// assert!(gradients.wrt(constant).is_none());
    /// ```
    pub fn constant(&self, value: impl IntoValue) -> Var<'_> {
        self.push("constant", value.into_value(), false, None, None)
    }

    /// Puts numbers on the tape whose gradient is wanted, and that are no parameter.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let x = tape.variable(array![3.0]);
    /// let gradients = (x * 2.0).sum().backward();
    /// assert_eq!(gradients.wrt(x).unwrap()[[0]], 2.0);
    /// ```
    pub fn variable(&self, value: impl IntoValue) -> Var<'_> {
        self.push("variable", value.into_value(), self.records(), None, None)
    }

    /// Puts a parameter on the tape. The second time it is the same [`Var`], so that a parameter that
    /// is used in several places gets the sum of their gradients.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Param;
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let weight = Param::new(array![2.0, 5.0]);
    /// let tape = Tape::new(Mode::Check, 0);
    /// let gradients = (tape.param(&weight) * tape.param(&weight)).sum().backward();
    /// assert_eq!(gradients.of(&weight).unwrap(), &array![4.0, 10.0].into_dyn());
    /// ```
    pub fn param(&self, param: &Param) -> Var<'_> {
        let known = self.params.borrow().get(&param.id()).copied();
        if let Some(index) = known {
            return Var::new(self, index);
        }
        let node = Some(param.clone());
        let var = self.push("parameter", param.value(), self.records(), None, node);
        self.params.borrow_mut().insert(param.id(), var.node());
        var
    }

    /// Records an operation of your own: its value, what it read, and how gradients flow back.
    ///
    /// `backward` gets the gradient of the result and one [`Slot`] for each parent, in their order. It is
    /// called at most once, and never if no gradient is wanted. As with any array of `ndarray`, the numbers
    /// of a gradient may lie in memory in another order than row by row.
    ///
    /// # Panics
    ///
    /// If a parent lies on another tape.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape, Var};
    /// use ndarray::array;
    ///
    /// fn cube<'t>(x: Var<'t>) -> Var<'t> {
    ///     let v = x.value();
    ///     let cubed = v.mapv(|v| v * v * v);
    ///     x.tape().record("cube", [x], cubed, move |d, [dx]| {
    ///         dx.add(|| d * v.mapv(|v| 3.0 * v * v));
    ///     })
    /// }
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let x = tape.variable(array![2.0]);
    /// assert_eq!(cube(x).sum().backward().wrt(x).unwrap()[[0]], 12.0);
    /// ```
    #[track_caller]
    pub fn record<'t, const N: usize>(
        &'t self,
        operation: &'static str,
        parents: [Var<'t>; N],
        value: impl IntoValue,
        backward: impl FnOnce(ArrayD<Real>, [Slot<'_>; N]) + 'static,
    ) -> Var<'t> {
        let wanted = self.wants(operation, &parents);
        let indices = parents.map(Var::node);
        let backward: Option<Backward> = wanted.then(|| -> Backward {
            Box::new(move |gradient, slots| {
                backward(gradient, indices.map(|index| slots.slot(index)));
            })
        });
        self.push(operation, value.into_value(), wanted, backward, None)
    }

    /// Like [`Tape::record`], for any number of parents.
    ///
    /// # Panics
    ///
    /// If a parent lies on another tape.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let parts = vec![tape.variable(array![2.0]), tape.variable(array![3.0])];
    /// let total = tape.record_many("total", &parts, array![5.0], |d, slots| {
    ///     for slot in slots {
    ///         slot.add(|| d.clone());
    ///     }
    /// });
    /// assert_eq!(total.backward().wrt(parts[1]).unwrap()[[0]], 1.0);
    /// ```
    #[track_caller]
    pub fn record_many<'t>(
        &'t self,
        operation: &'static str,
        parents: &[Var<'t>],
        value: impl IntoValue,
        backward: impl FnOnce(ArrayD<Real>, Vec<Slot<'_>>) + 'static,
    ) -> Var<'t> {
        let wanted = self.wants(operation, parents);
        let indices: Vec<usize> = parents.iter().map(|parent| parent.node()).collect();
        let backward: Option<Backward> = wanted.then(|| -> Backward {
            Box::new(move |gradient, slots| {
                let slots = indices.iter().map(|&index| slots.slot(index)).collect();
                backward(gradient, slots);
            })
        });
        self.push(operation, value.into_value(), wanted, backward, None)
    }

    /// What was observed, in the order of the forward pass; empty unless the tape is
    /// [observing](Tape::observing).
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// tape.constant(array![1.0]).observe("nobody asked");
    /// assert!(tape.observed().is_empty());
    /// ```
    pub fn observed(&self) -> Vec<(String, Value)> {
        self.observed.borrow().clone().unwrap_or_default()
    }

    /// The names of the recorded operations, in order.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let _ = tape.constant(array![1.0]).exp().sum();
    /// assert_eq!(tape.operations(), ["constant", "exp", "sum"]);
    /// ```
    pub fn operations(&self) -> Vec<&'static str> {
        let nodes = self.nodes.borrow();
        nodes.iter().map(|node| node.operation).collect()
    }

    fn records(&self) -> bool {
        self.mode != Mode::Eval
    }

    #[track_caller]
    fn wants(&self, operation: &str, parents: &[Var<'_>]) -> bool {
        let nodes = self.nodes.borrow();
        parents.iter().fold(false, |wanted, parent| {
            assert!(
                std::ptr::eq(parent.tape(), self),
                "{operation}: the operands lie on different tapes"
            );
            wanted || nodes[parent.node()].wanted
        })
    }

    fn push(
        &self,
        operation: &'static str,
        value: Value,
        wanted: bool,
        backward: Option<Backward>,
        param: Option<Param>,
    ) -> Var<'_> {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node {
            operation,
            value,
            wanted,
            backward,
            param,
        });
        Var::new(self, nodes.len() - 1)
    }
}
