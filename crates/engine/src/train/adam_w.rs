//! Adam with decoupled weight decay.

use ndarray::ArrayD;

use super::error::assert_rate;
use super::moments::{Decay, Moments};
use super::{Optimizer, SettingError};
use crate::Real;
use crate::nn::{Module, Param};
use crate::tape::Gradients;

/// [`Adam`](super::Adam) that also shrinks each parameter by a share of itself, past the running
/// means.
///
/// With the weight decay $`\lambda`$, and $`a_t`$ for the fraction in the formula of Adam:
///
/// ```math
/// \theta_t = \theta_{t-1} - \eta \, (a_t + \lambda \theta_{t-1})
/// ```
///
/// As in PyTorch, the decay is multiplied by the learning rate $`\eta`$. In Algorithm 2 of the paper
/// only the schedule's multiplier applies to it: the paper's $`\lambda`$ is $`\alpha \lambda`$ here, with
/// the rate $`\alpha`$ before the schedule.
///
/// All parameters with a gradient shrink alike, biases and gains of normalization among them.
///
/// # Source
///
/// Loshchilov and Hutter (2019), *Decoupled Weight Decay Regularization*, Algorithm 2.
///
/// # Example
///
/// A gradient of 0 leaves only the decay:
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
///         visitor.param("place", &self.0);
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
    /// AdamW with a learning rate, the betas 0.9 and 0.999, the epsilon 10⁻⁸, and the weight decay
    /// 0.01.
    ///
    /// # Errors
    ///
    /// If the rate is negative or not finite.
    pub fn new(learning_rate: Real) -> Result<Self, SettingError> {
        Moments::new(learning_rate, 0.01).map(Self)
    }

    /// The same, with other shares of the past in the running means of the gradient and of its
    /// square.
    ///
    /// # Errors
    ///
    /// If one of them is not from 0 to below 1.
    pub fn betas(self, mean: Real, square: Real) -> Result<Self, SettingError> {
        self.0.betas(mean, square).map(Self)
    }

    /// The same, with another number that keeps the division finite where all gradients were 0.
    ///
    /// # Errors
    ///
    /// If it is not finite and above 0.
    pub fn epsilon(self, epsilon: Real) -> Result<Self, SettingError> {
        self.0.epsilon(epsilon).map(Self)
    }

    /// The same, with another weight decay.
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
