use ndarray::{ArrayD, IxDyn, Zip};

use super::error::{accept, assert_rate, not_negative, share};
use super::optimizer::{PerParam, each_with_gradient};
use super::{Optimizer, SettingError};
use crate::Real;
use crate::nn::{Module, Param};
use crate::tape::Gradients;

/// The Adam optimizer, which adapts the step size to each parameter.
///
/// A step is about as large as the learning rate if the gradient keeps its sign, and smaller if the
/// sign alternates. With learning rate η and gradient g, starting from m = v = 0, step t updates a
/// parameter θ as in [Equation (B.10)](#eq:adam):
///
/// ```math
/// \begin{aligned}
/// m &\leftarrow \beta_1 m + (1 - \beta_1)\, g \\
/// v &\leftarrow \beta_2 v + (1 - \beta_2)\, g^2 \\
/// \theta &\leftarrow \theta - \eta\, \frac{m / (1 - \beta_1^t)}{\sqrt{v / (1 - \beta_2^t)} + \epsilon}
/// \end{aligned}
/// ```
///
/// Dividing by 1 − βᵗ, the sum of the weights so far, corrects the bias of running means that start
/// at 0. As in Algorithm 1 of the paper and in PyTorch, ε is outside the root and is added after
/// the correction. The faster form in the paper, just before Section 2.1, which TensorFlow
/// implements, adds ε to √v before the correction. For equal values, its first steps are smaller
/// where gradients are tiny.
///
/// In `f32`, a gradient above about 10¹⁹ makes v infinite, and its entry never changes again:
/// [clip](super::clip_global_norm) gradients that can be so large.
///
/// Each parameter has its own t, so the bias correction is right even if the first gradient comes
/// late.
///
/// # Source
///
/// Kingma and Ba (2015), *Adam: A Method for Stochastic Optimization*, Algorithm 1.
///
/// # Example
///
/// The first step is close to the learning rate for any gradient far above ε:
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
pub struct Adam {
    rate: Real,
    betas: (Real, Real),
    epsilon: Real,
    decay: Real,
    memory: PerParam<Moment>,
}

/// The state of one parameter.
#[derive(Debug, Clone)]
struct Moment {
    /// The number of steps, a single entry.
    steps: ArrayD<Real>,
    mean: ArrayD<Real>,
    square: ArrayD<Real>,
}

impl Adam {
    /// Creates an optimizer with betas 0.9 and 0.999, epsilon 10⁻⁸, and no weight decay.
    ///
    /// # Errors
    ///
    /// If the rate is negative or not finite.
    pub fn new(learning_rate: Real) -> Result<Self, SettingError> {
        Ok(Self {
            rate: not_negative("learning rate", learning_rate)?,
            betas: (0.9, 0.999),
            epsilon: 1e-8,
            decay: 0.0,
            memory: PerParam::new(),
        })
    }

    /// Sets the decay rates of the running means of the gradient and of its square.
    ///
    /// # Errors
    ///
    /// If one of them is not in [0, 1).
    pub fn betas(mut self, mean: Real, square: Real) -> Result<Self, SettingError> {
        self.betas = (share("first beta", mean)?, share("second beta", square)?);
        Ok(self)
    }

    /// Sets epsilon, which keeps the division finite where all gradients were 0.
    ///
    /// # Errors
    ///
    /// If it is not finite and positive.
    pub fn epsilon(mut self, epsilon: Real) -> Result<Self, SettingError> {
        // With 0, the step of an entry whose gradients were all 0 would be 0 / 0.
        let accepted = epsilon.is_finite() && epsilon > 0.0;
        let expected = "finite and positive";
        self.epsilon = accept(accepted, "epsilon", epsilon, expected)?;
        Ok(self)
    }

    /// Sets the weight decay, which is multiplied by the parameter and added to its gradient.
    ///
    /// This is an L2 penalty: half of the squared parameters, times the decay, is part of the loss.
    /// The running means include it, so a large gradient weakens the decay of its parameter. AdamW,
    /// which this crate does not have, keeps the decay out of the running means.
    ///
    /// # Errors
    ///
    /// If it is negative or not finite.
    #[doc(alias = "AdamW")]
    pub fn weight_decay(mut self, decay: Real) -> Result<Self, SettingError> {
        self.decay = not_negative("weight decay", decay)?;
        Ok(self)
    }
}

impl Optimizer for Adam {
    fn step(&mut self, module: &dyn Module, gradients: &Gradients) {
        let (rate, epsilon, decay) = (self.rate, self.epsilon, self.decay);
        let (beta1, beta2) = self.betas;
        each_with_gradient(module, gradients, |param, gradient| {
            let moment = self.memory.of(param, Moment::new);
            moment.steps += 1.0;
            let steps = moment.steps.sum() as i32;
            let unbias_mean = unbias(beta1, steps);
            let unbias_square = unbias(beta2, steps);
            let (mean, square) = (&mut moment.mean, &mut moment.square);
            param.update(|value| {
                let zip = Zip::from(value.view_mut()).and(mean).and(square);
                zip.and(gradient).for_each(|x, m, v, &g| {
                    let g = g + decay * *x;
                    *m = beta1 * *m + (1.0 - beta1) * g;
                    *v = beta2 * *v + (1.0 - beta2) * g * g;
                    let root = (*v * unbias_square).sqrt();
                    *x -= rate * (*m * unbias_mean / (root + epsilon));
                });
            });
        });
    }

    fn learning_rate(&self) -> Real {
        self.rate
    }

    #[track_caller]
    fn set_learning_rate(&mut self, rate: Real) {
        self.rate = assert_rate(rate);
    }

    fn memory(&mut self, param: &Param) -> Vec<&mut ArrayD<Real>> {
        let moment = self.memory.of(param, Moment::new);
        vec![&mut moment.steps, &mut moment.mean, &mut moment.square]
    }
}

impl Moment {
    fn new(shape: IxDyn) -> Self {
        Self {
            steps: ArrayD::zeros(IxDyn(&[])),
            mean: ArrayD::zeros(shape.clone()),
            square: ArrayD::zeros(shape),
        }
    }
}

/// Returns 1 / (1 - βᵗ), computed in double precision. In the first steps, βᵗ is so close to 1 that
/// an `f32` would lose half of its digits.
fn unbias(beta: Real, steps: i32) -> Real {
    (1.0 / (1.0 - (beta as f64).powi(steps))) as Real
}
