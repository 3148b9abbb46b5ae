//! Adam.

use ndarray::ArrayD;

use super::error::assert_rate;
use super::moments::{Decay, Moments};
use super::{Optimizer, SettingError};
use crate::Real;
use crate::nn::{Module, Param};
use crate::tape::Gradients;

/// Gradient descent with a step of its own for each number: about as large as the learning rate if
/// the gradient keeps its sign, small if it changes its sign again and again.
///
/// With the learning rate $`\eta`$ and the gradient $`g_t`$, from $`m_0 = v_0 = 0`$:
///
/// ```math
/// m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t, \qquad
/// v_t = \beta_2 v_{t-1} + (1 - \beta_2) g_t^2, \qquad
/// \theta_t = \theta_{t-1} - \eta \, \frac{m_t / (1 - \beta_1^t)}{\sqrt{v_t / (1 - \beta_2^t)} + \epsilon}
/// ```
///
/// Both running means start at 0, which is too small; dividing by $`1 - \beta^t`$, the sum of the
/// weights so far, corrects that. Here, as in Algorithm 1 of the paper and in PyTorch, the small
/// $`\epsilon`$ is outside the root and is added after the correction. The paper's faster form, just
/// before Section 2.1, which TensorFlow follows, adds $`\hat\epsilon`$ to $`\sqrt{v_t}`$ before it:
/// with the same number, the first steps are shorter where gradients are tiny.
///
/// A gradient above about 10¹⁹ makes $`v_t`$ infinite in `f32`, and its number never moves again:
/// [clip](super::clip_global_norm) where gradients can be that large.
///
/// $`t`$ counts the steps of each parameter by itself, so one that gets its first gradient late
/// starts like all others.
///
/// # Source
///
/// Kingma and Ba (2015), *Adam: A Method for Stochastic Optimization*, Algorithm 1.
///
/// # Example
///
/// The first step is nearly the learning rate, whatever the gradient is, if it is far above $`\epsilon`$:
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
///         visitor.param("place", &self.0);
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
    /// Adam with a learning rate, the betas 0.9 and 0.999, the epsilon 10⁻⁸, and no weight decay.
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

    /// The same, with this number times the parameter added to its gradient, as if half of its
    /// square were part of the loss.
    ///
    /// The running means see the sum, so a large gradient weakens the decay of its parameter. Use
    /// [`AdamW`](super::AdamW) unless this is what you want.
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
