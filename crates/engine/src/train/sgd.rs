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
///
/// # Example
///
/// ```
/// use attention::nn::{Module, Param, Visitor};
/// use attention::tape::{Mode, Tape};
/// use attention::train::{Optimizer, Sgd};
/// use ndarray::array;
///
/// struct Point(Param);
/// impl Module for Point {
///     fn visit(&self, visitor: &mut Visitor<'_>) {
///         visitor.param("x", &self.0);
///     }
/// }
///
/// let point = Point(Param::new(array![2.0]));
/// let tape = Tape::new(Mode::Train, 0);
/// let x = tape.param(&point.0);
/// let gradients = (x * x).sum().backward(); // 4
/// drop(tape);
/// Sgd::new(0.125)?.step(&point, &gradients);
/// assert_eq!(point.0.value()[[0]], 1.5); // 2 - 0.125 * 4
/// # Ok::<(), attention::train::SettingError>(())
/// ```
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
        Ok(Self {
            rate: not_negative("learning rate", learning_rate)?,
        })
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
