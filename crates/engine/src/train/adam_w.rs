//! Adam with decoupled weight decay.

use ndarray::ArrayD;

use super::error::assert_rate;
use super::moments::{Decay, Moments};
use super::{Optimizer, SettingError};
use crate::Real;
use crate::nn::{Module, Param};
use crate::tape::Gradients;

/// The AdamW optimizer: [`Adam`](super::Adam) with weight decay that bypasses the running means.
///
/// With weight decay $`\lambda`$, and $`a_t`$ for the fraction in the formula of Adam:
///
/// ```math
/// \theta_t = \theta_{t-1} - \eta \, (a_t + \lambda \theta_{t-1})
/// ```
///
/// As in PyTorch, the decay is multiplied by the learning rate $`\eta`$. In Algorithm 2 of the paper, only the
/// multiplier of the schedule applies to it: the paper's $`\lambda`$ is $`\alpha \lambda`$ here, where $`\alpha`$ is
/// the rate before the schedule.
///
/// The decay applies to all parameters with a gradient, including biases and the gains of layer norm.
///
/// # Source
///
/// Loshchilov and Hutter (2019), *Decoupled Weight Decay Regularization*, Algorithm 2.
///
/// # Example
///
/// With a gradient of 0, only the decay remains:
///
/// ```
/// use attention::nn::{Module, Param, Visitor};
/// use attention::tape::{Mode, Tape};
/// use attention::train::{AdamW, Optimizer};
/// use ndarray::array;
///
/// struct Point(Param);
/// impl Module for Point {
///     fn visit(&self, visitor: &mut Visitor<'_>) {
///         visitor.param("x", &self.0);
///     }
/// }
///
/// let point = Point(Param::new(array![4.0]));
/// let tape = Tape::new(Mode::Train, 0);
/// let gradients = (tape.param(&point.0) * 0.0).sum().backward();
/// drop(tape);
/// AdamW::new(0.5)?.weight_decay(0.25)?.step(&point, &gradients);
/// assert_eq!(point.0.value()[[0]], 3.5); // 4 - 0.5 * 0.25 * 4
/// # Ok::<(), attention::train::SettingError>(())
/// ```
#[derive(Debug, Clone)]
pub struct AdamW(Moments);

impl AdamW {
    /// Creates an optimizer with betas 0.9 and 0.999, epsilon 10⁻⁸, and weight decay 0.01.
    ///
    /// # Errors
    ///
    /// If the rate is negative or not finite.
    pub fn new(learning_rate: Real) -> Result<Self, SettingError> {
        Moments::new(learning_rate, 0.01).map(Self)
    }

    /// Sets the decay rates of the running means of the gradient and of its square.
    ///
    /// # Errors
    ///
    /// If one of them is not in [0, 1).
    pub fn betas(self, mean: Real, square: Real) -> Result<Self, SettingError> {
        self.0.betas(mean, square).map(Self)
    }

    /// Sets epsilon, which keeps the division finite where all gradients were 0.
    ///
    /// # Errors
    ///
    /// If it is not finite and positive.
    pub fn epsilon(self, epsilon: Real) -> Result<Self, SettingError> {
        self.0.epsilon(epsilon).map(Self)
    }

    /// Sets the weight decay.
    ///
    /// # Errors
    ///
    /// If it is negative or not finite.
    pub fn weight_decay(self, decay: Real) -> Result<Self, SettingError> {
        self.0.decay(decay).map(Self)
    }
}

impl Optimizer for AdamW {
    fn step(&mut self, module: &dyn Module, gradients: &Gradients) {
        self.0.step(module, gradients, Decay::Parameter);
    }

    fn learning_rate(&self) -> Real {
        self.0.rate
    }

    #[track_caller]
    fn set_learning_rate(&mut self, rate: Real) {
        self.0.rate = assert_rate(rate);
    }

    fn memory(&mut self, param: &Param) -> Vec<&mut ArrayD<Real>> {
        self.0.memory(param)
    }
}
