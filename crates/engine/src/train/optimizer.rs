//! What all optimizers have in common.

use std::collections::{HashMap, HashSet};

use ndarray::{ArrayD, IxDyn};

use crate::Real;
use crate::nn::{Module, Param, ParamId, Visitor};
use crate::tape::Gradients;

/// Changes parameters so that a loss shrinks.
///
/// # Example
///
/// Half of the gradient, whatever the learning rate of others may be:
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
///         visitor.param("place", &self.0);
///     }
/// }
///
/// let point = Point(Param::new(array![3.0]));
/// let tape = Tape::new(Mode::Train, 0);
/// let place = tape.param(&point.0);
/// let gradients = (place * place).sum().backward();
/// Halving.step(&point, &gradients);
/// assert_eq!(point.0.value()[[0]], 0.0);
/// ```
pub trait Optimizer {
    /// Moves each parameter of the module that has a gradient by one step.
    ///
    /// A parameter without a gradient is not touched, not even by weight decay or by momentum from
    /// earlier steps. A parameter that has a gradient but is not in the module is not touched
    /// either: what is left out of the module is frozen.
    fn step(&mut self, module: &dyn Module, gradients: &Gradients);

    /// The learning rate of the next step.
    fn learning_rate(&self) -> Real;

    /// Sets the learning rate of the next step, as a [`Schedule`](super::Schedule) wants it.
    ///
    /// # Panics
    ///
    /// The optimizers of this crate panic if the rate is negative or not finite.
    fn set_learning_rate(&mut self, rate: Real);

    /// All that it remembers of a parameter from step to step, so that a [checkpoint](super::Trainer::checkpoint)
    /// can keep it: nothing, unless an optimizer says otherwise.
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
    // Layers that share a parameter show it once each.
    let mut seen = HashSet::new();
    module.visit(&mut Visitor::new(&mut |_, param| {
        if let Some(gradient) = gradients.of(param)
            && seen.insert(param.id())
        {
            change(param, gradient);
        }
    }));
}

/// What an optimizer remembers of each parameter.
#[derive(Debug, Clone)]
pub(super) struct PerParam<S> {
    /// With each state its parameter, whose identity is unique only while it is alive.
    states: HashMap<ParamId, (Param, S)>,
}

impl<S> PerParam<S> {
    pub(super) fn new() -> Self {
        Self {
            states: HashMap::new(),
        }
    }

    /// The state of the parameter; `start` makes it from the shape when there is none yet.
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
