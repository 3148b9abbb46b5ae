use super::error::{assert_rate, not_negative};
use super::optimizer::each_with_gradient;
use super::{Optimizer, SettingError};
use crate::Real;
use crate::nn::Module;
use crate::tape::Gradients;

/// Stochastic gradient descent.
///
/// With learning rate η and gradient g, the update is θ ← θ − η g. It is called stochastic because
/// each gradient comes from a random batch of examples.
///
/// # Source
///
/// Robbins and Monro (1951), *A Stochastic Approximation Method*.
#[derive(Debug, Clone)]
pub struct Sgd {
    rate: Real,
}

impl Sgd {
    /// Creates an optimizer with this learning rate.
    ///
    /// # Errors
    ///
    /// If the rate is negative or not finite.
    pub fn new(learning_rate: Real) -> Result<Self, SettingError> {
        Ok(Self { rate: not_negative("learning rate", learning_rate)? })
    }
}

impl Optimizer for Sgd {
    fn step(&mut self, module: &dyn Module, gradients: &Gradients) {
        each_with_gradient(module, gradients, |param, gradient| {
            param.update(|value| value.scaled_add(-self.rate, gradient));
        });
    }

    fn learning_rate(&self) -> Real {
        self.rate
    }

    #[track_caller]
    fn set_learning_rate(&mut self, rate: Real) {
        self.rate = assert_rate(rate);
    }
}
