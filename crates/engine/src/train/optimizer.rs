//! The trait that all optimizers implement, and code that they share.

use std::collections::{HashMap, HashSet};

use ndarray::{ArrayD, IxDyn};

use crate::Real;
use crate::nn::{Module, Param, ParamId, Visitor};
use crate::tape::Gradients;

/// An algorithm that changes parameters to reduce a loss.
///
/// # Example
///
/// An optimizer that always subtracts half of the gradient:
///
/// ```
/// use attention::Real;
/// use attention::nn::{Module, Param, Visitor};
/// use attention::tape::{Gradients, Mode, Tape};
/// use attention::train::Optimizer;
/// use ndarray::array;
///
/// struct Halving;
/// impl Optimizer for Halving {
///     fn step(&mut self, module: &dyn Module, gradients: &Gradients) {
///         for (_, param) in module.params() {
///             if let Some(gradient) = gradients.of(&param) {
///                 param.update(|value| value.scaled_add(-0.5, gradient));
///             }
///         }
///     }
///     fn learning_rate(&self) -> Real {
///         0.5
///     }
///     fn set_learning_rate(&mut self, _: Real) {}
/// }
///
/// struct Point(Param);
/// impl Module for Point {
///     fn visit(&self, visitor: &mut Visitor<'_>) {
///         visitor.param("x", &self.0);
///     }
/// }
///
/// let point = Point(Param::new(array![3.0]));
/// let tape = Tape::new(Mode::Train, 0);
/// let x = tape.param(&point.0);
/// let gradients = (x * x).sum().backward();
/// Halving.step(&point, &gradients);
/// assert_eq!(point.0.value()[[0]], 0.0);
/// ```
pub trait Optimizer {
    /// Updates each parameter of the module that has a gradient.
    ///
    /// A parameter without a gradient does not change, not even by weight decay. A parameter with a
    /// gradient that is not in the module does not change either, so leaving a parameter out of the
    /// module freezes it.
    fn step(&mut self, module: &dyn Module, gradients: &Gradients);

    /// Returns the learning rate of the next step.
    fn learning_rate(&self) -> Real;

    /// Sets the learning rate of the next step, for example to the rate of a
    /// [`Schedule`](super::Schedule).
    ///
    /// # Panics
    ///
    /// The optimizers of this crate panic if the rate is negative or not finite.
    fn set_learning_rate(&mut self, rate: Real);

    /// Returns the state for a parameter, which a [checkpoint](super::Trainer::checkpoint) saves.
    ///
    /// The default implementation returns nothing.
    fn memory(&mut self, _param: &Param) -> Vec<&mut ArrayD<Real>> {
        Vec::new()
    }
}

/// Calls `change` once for each parameter of the module that has a gradient.
pub(super) fn each_with_gradient(
    module: &dyn Module,
    gradients: &Gradients,
    mut change: impl FnMut(&Param, &ArrayD<Real>),
) {
    // A parameter that layers share is visited several times.
    let mut seen = HashSet::new();
    module.visit(&mut Visitor::new(&mut |_, param| {
        if let Some(gradient) = gradients.of(param)
            && seen.insert(param.id())
        {
            change(param, gradient);
        }
    }));
}

/// The state of an optimizer for each parameter.
#[derive(Debug, Clone)]
pub(super) struct PerParam<S> {
    /// States with their parameters, which are kept alive so that their identities stay unique.
    states: HashMap<ParamId, (Param, S)>,
}

impl<S> PerParam<S> {
    pub(super) fn new() -> Self {
        Self { states: HashMap::new() }
    }

    /// Returns the state of the parameter, which `start` creates from the shape if there is none
    /// yet.
    pub(super) fn of(
        &mut self,
        param: &Param,
        start: impl FnOnce(IxDyn) -> S,
    ) -> &mut S {
        let entry = self.states.entry(param.id());
        let (_, state) =
            entry.or_insert_with(|| (param.clone(), start(IxDyn(&param.shape()))));
        state
    }
}
