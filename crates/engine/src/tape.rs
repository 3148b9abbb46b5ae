//! Reverse-mode automatic differentiation, which [Appendix B](#ch:automatic-differentiation)
//! explains.
//!
//! Every operation on a [`Var`] computes its value immediately and records its operands and its
//! vector-Jacobian product on the tape. [`Var::backward`] processes the records from the last to
//! the first and returns the gradients of a scalar loss with respect to all parameters. Parameters
//! do not store gradients, so none have to be reset between steps.
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
//! | file | contents |
//! |---|---|
//! | `tape/var.rs` | the value, shape, and gradients of a [`Var`] |
//! | `tape/value.rs` | [`Value`], an array on the tape |
//! | `tape/gradients.rs` | the backward pass and the accumulation of gradients |
//! | `tape/param.rs`, `tape/module.rs` | [`Param`], a trainable parameter, and [`Module`], a collection of them |
//! | `tape/operations/` | the operations with their derivatives |
//! | `tape/kernels/` | the loops that the operations use |
//! | `tape/memory.rs` | reuse of memory from tape to tape |
//! | `tape/check.rs` | [`check::gradients`], which compares derivatives with finite differences |

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use ndarray::ArrayD;
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
mod value;
mod var;

pub use gradients::{Gradients, Slot};
pub use module::{Module, Visitor};
pub use operations::{
    Attended, Pairing, attend, attend_heads, attend_in_blocks, concat,
    fused_additive_scores, fused_attend, stack,
};
pub use param::{Param, ParamId};
pub use value::{IntoValue, Value};

use gradients::Backward;

/// The purpose of a tape.
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
    /// Records gradients and applies dropout.
    Train,
    /// Records gradients and does not apply dropout, so that equal inputs have equal outputs.
    Check,
    /// Neither records gradients nor applies dropout.
    Eval,
}

/// The record of one forward pass. Create a new one for each training step.
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
#[doc(alias = "GradientTape")]
pub struct Tape {
    mode: Mode,
    nodes: RefCell<Vec<Node>>,
    /// The number of nodes that were dropped before the first one.
    dropped: Cell<usize>,
    params: RefCell<HashMap<ParamId, usize>>,
    random: RefCell<ChaCha8Rng>,
    spent: Cell<bool>,
}

/// A value on the tape and the backward pass of its operation.
// ANCHOR: node
struct Node {
    operation: &'static str,
    value: Value,
    /// Whether the gradient with respect to this value is needed.
    wanted: bool,
    backward: Option<Backward>,
    /// The parameter of this node, kept alive so that its identity
    /// stays unique.
    param: Option<Param>,
}
// ANCHOR_END: node

/// A value on a [`Tape`]: a reference and an index, which are cheap to copy.
///
/// `+`, `-`, `*`, and `/` are elementwise and broadcast both operands as `ndarray` does: missing
/// leading axes and axes of size 1 are repeated. They panic if the shapes do not fit or if the
/// operands are on different tapes: `add: [2, 3] x [2]: sizes 3 and 2 differ along axis 1`.
///
/// # Example
///
/// ```
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
///
/// let tape = Tape::new(Mode::Check, 0);
/// let x = tape.variable(array![[1.0, 2.0]]);
/// let y = x + x * x; // `x` is `Copy`
/// assert_eq!(y.value(), array![[2.0, 6.0]].into_dyn());
/// ```
#[doc(alias = "Tensor")]
#[derive(Clone, Copy)]
pub struct Var<'t> {
    tape: &'t Tape,
    index: usize,
}

impl Tape {
    /// Creates an empty tape. Only dropout in [`Mode::Train`] uses the seed.
    pub fn new(mode: Mode, seed: u64) -> Self {
        memory::keep_freed();
        Self {
            mode,
            nodes: RefCell::default(),
            dropped: Cell::new(0),
            params: RefCell::default(),
            random: RefCell::new(ChaCha8Rng::seed_from_u64(seed)),
            spent: Cell::new(false),
        }
    }

    /// Returns the purpose of the tape.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Puts a value on the tape that needs no gradient, such as data.
    pub fn constant(&self, value: impl IntoValue) -> Var<'_> {
        self.push("constant", value.into_value(), false, None, None)
    }

    /// Puts a value on the tape that needs a gradient but is not a parameter.
    pub fn variable(&self, value: impl IntoValue) -> Var<'_> {
        self.push("variable", value.into_value(), self.records(), None, None)
    }

    /// Puts a parameter on the tape.
    ///
    /// Further calls return the same [`Var`], so the gradient of a parameter is the sum over all
    /// its uses.
    pub fn param(&self, param: &Param) -> Var<'_> {
        let known = self.params.borrow().get(&param.id()).copied();
        if let Some(index) = known {
            return Var { tape: self, index };
        }
        let node = Some(param.clone());
        let var = self.push("parameter", param.value(), self.records(), None, node);
        self.params.borrow_mut().insert(param.id(), var.index);
        var
    }

    /// Records a custom operation, given its parents, its value, and its backward pass.
    ///
    /// `backward` receives the gradient with respect to the result and one [`Slot`] for each
    /// parent, in order. It is called at most once, and never if no gradient is needed. The
    /// gradient may have any memory layout.
    ///
    /// # Panics
    ///
    /// If a parent is on another tape.
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
        self.record_many(operation, &parents, value, |gradient, slots| {
            let slots = slots.try_into().expect("each parent has a slot");
            backward(gradient, slots);
        })
    }

    /// Records a custom operation like [`Tape::record`], with any number of parents.
    ///
    /// # Panics
    ///
    /// If a parent is on another tape.
    #[track_caller]
    pub fn record_many<'t>(
        &'t self,
        operation: &'static str,
        parents: &[Var<'t>],
        value: impl IntoValue,
        backward: impl FnOnce(ArrayD<Real>, Vec<Slot<'_>>) + 'static,
    ) -> Var<'t> {
        let wanted = self.wants(operation, parents);
        let indices: Vec<usize> = parents.iter().map(|parent| parent.index).collect();
        let backward: Option<Backward> = wanted.then(|| -> Backward {
            Box::new(move |gradient, slots| {
                let slots = indices.iter().map(|&index| slots.slot(index)).collect();
                backward(gradient, slots);
            })
        });
        self.push(operation, value.into_value(), wanted, backward, None)
    }

    /// Drops all values except those that `again` records.
    ///
    /// A search that decodes token by token calls it after each step and records the state of the
    /// next step again, so that all steps together need no more memory than one.
    ///
    /// # Panics
    ///
    /// If the tape records gradients, whose backward pass needs all values. Later, each use of a
    /// dropped value panics.
    #[track_caller]
    pub fn keep_only<T>(&self, again: impl FnOnce() -> T) -> T {
        assert!(
            !self.records(),
            "keep_only: {:?}: the tape records gradients",
            self.mode
        );
        let old = self.nodes.borrow().len();
        self.params.borrow_mut().clear();
        let kept = again();
        self.nodes.borrow_mut().drain(..old);
        self.dropped.update(|dropped| dropped + old);
        kept
    }

    /// Returns the names of the recorded operations in order, without those that were
    /// [dropped](Tape::keep_only).
    pub fn operations(&self) -> Vec<&'static str> {
        let nodes = self.nodes.borrow();
        nodes.iter().map(|node| node.operation).collect()
    }

    fn records(&self) -> bool {
        self.mode != Mode::Eval
    }

    /// Returns the place of a node among those that were not dropped.
    #[track_caller]
    fn place(&self, index: usize) -> usize {
        let place = index.checked_sub(self.dropped.get());
        place.expect("the tape has dropped this value")
    }

    #[track_caller]
    fn wants(&self, operation: &str, parents: &[Var<'_>]) -> bool {
        let nodes = self.nodes.borrow();
        parents.iter().fold(false, |wanted, parent| {
            assert!(
                std::ptr::eq(parent.tape, self),
                "{operation}: operands are on different tapes"
            );
            wanted || nodes[self.place(parent.index)].wanted
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
        nodes.push(Node { operation, value, wanted, backward, param });
        let index = self.dropped.get() + nodes.len() - 1;
        Var { tape: self, index }
    }
}
