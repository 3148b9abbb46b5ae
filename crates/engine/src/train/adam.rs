//! Adam.

use ndarray::ArrayD;

use super::error::assert_rate;
use super::moments::{Decay, Moments};
use super::{Optimizer, SettingError};
use crate::Real;
use crate::nn::{Module, Param};
use crate::tape::Gradients;

/// The Adam optimizer, which adapts the step size to each parameter.
///
/// A step is about as large as the learning rate if the gradient keeps its sign, and smaller if the sign alternates.
/// With learning rate $`\eta`$ and gradient $`g_t`$, starting from $`m_0 = v_0 = 0`$:
///
/// ```math
/// m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t, \qquad
/// v_t = \beta_2 v_{t-1} + (1 - \beta_2) g_t^2, \qquad
/// \theta_t = \theta_{t-1} - \eta \, \frac{m_t / (1 - \beta_1^t)}{\sqrt{v_t / (1 - \beta_2^t)} + \epsilon}
/// ```
///
/// Dividing by $`1 - \beta^t`$, the sum of the weights so far, corrects the bias of running means that start at 0. As
/// in Algorithm 1 of the paper and in PyTorch, $`\epsilon`$ is outside the root and is added after the correction.
/// The faster form in the paper, just before Section 2.1, which TensorFlow implements, adds $`\hat\epsilon`$ to
/// $`\sqrt{v_t}`$ before the correction. For equal values, its first steps are smaller where gradients are tiny.
///
/// In `f32`, a gradient above about 10¹⁹ makes $`v_t`$ infinite, and its entry never changes again:
/// [clip](super::clip_global_norm) gradients that can be so large.
///
/// $`t`$ counts the steps of each parameter separately, so the bias correction is right even if the first gradient
/// comes late.
///
/// # Source
///
/// Kingma and Ba (2015), *Adam: A Method for Stochastic Optimization*, Algorithm 1.
///
/// # Example
///
/// The first step is close to the learning rate for any gradient far above $`\epsilon`$:
///
/// ```
/// use attention::nn::{Module, Param, Visitor};
/// use attention::tape::{Mode, Tape};
/// use attention::train::{Adam, Optimizer};
/// use ndarray::array;
///
/// struct Slope(Param);
/// impl Module for Slope {
///     fn visit(&self, visitor: &mut Visitor<'_>) {
///         visitor.param("x", &self.0);
///     }
/// }
///
/// let slope = Slope(Param::new(array![0.0, 0.0]));
/// let tape = Tape::new(Mode::Train, 0);
/// let steepness = tape.constant(array![100.0, 0.01]);
/// let gradients = (tape.param(&slope.0) * steepness).sum().backward();
/// drop(tape);
/// Adam::new(0.25)?.step(&slope, &gradients);
/// assert!(slope.0.value().iter().all(|x| (x + 0.25).abs() < 1e-5));
/// # Ok::<(), attention::train::SettingError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Adam(Moments);

impl Adam {
    /// Creates an optimizer with betas 0.9 and 0.999, epsilon 10⁻⁸, and no weight decay.
    ///
    /// # Errors
    ///
    /// If the rate is negative or not finite.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::train::{Adam, Optimizer};
    ///
    /// // Betas and epsilon of Vaswani et al. (2017), Section 5.3; their rate follows a schedule.
    /// let adam = Adam::new(0.001)?.betas(0.9, 0.98)?.epsilon(1e-9)?;
    /// assert_eq!(adam.learning_rate(), 0.001);
    /// # Ok::<(), attention::train::SettingError>(())
    /// ```
    pub fn new(learning_rate: Real) -> Result<Self, SettingError> {
        Moments::new(learning_rate, 0.0).map(Self)
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

    /// Sets the weight decay, which is multiplied by the parameter and added to its gradient.
    ///
    /// This is an L2 penalty: half of the squared parameters, times the decay, is part of the loss. The running means
    /// include it, so a large gradient weakens the decay of its parameter. Prefer [`AdamW`](super::AdamW).
    ///
    /// # Errors
    ///
    /// If it is negative or not finite.
    pub fn weight_decay(self, decay: Real) -> Result<Self, SettingError> {
        self.0.decay(decay).map(Self)
    }
}

impl Optimizer for Adam {
    fn step(&mut self, module: &dyn Module, gradients: &Gradients) {
        self.0.step(module, gradients, Decay::Gradient);
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
