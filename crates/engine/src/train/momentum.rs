//! Gradient descent with momentum.

use ndarray::{ArrayD, Zip};

use super::error::{assert_rate, not_negative, share};
use super::optimizer::{PerParam, each_with_gradient};
use super::{Optimizer, SettingError};
use crate::Real;
use crate::nn::{Module, Param};
use crate::tape::Gradients;

/// Gradient descent that keeps a share of its velocity, so that steps in the same direction add up
/// and steps back and forth cancel.
///
/// With the learning rate $`\eta`$, the momentum $`\mu`$ and the gradient $`g_t`$, from $`b_0 = 0`$:
///
/// ```math
/// b_t = \mu b_{t-1} + g_t, \qquad \theta_t = \theta_{t-1} - \eta b_t
/// ```
///
/// This is the form of PyTorch. Polyak's, $`\theta_t = \theta_{t-1} - \eta g_t + \mu (\theta_{t-1} -
/// \theta_{t-2})`$, is the same as long as $`\eta`$ is. If a schedule changes it, the new rate
/// applies to the whole velocity here, and only to the new gradient there.
///
/// # Source
///
/// Polyak (1964), *Some methods of speeding up the convergence of iteration methods*.
///
/// # Example
///
/// ```
/// use attention::nn::{Module, Param, Visitor};
/// use attention::tape::{Mode, Tape};
/// use attention::train::{Momentum, Optimizer};
/// use ndarray::array;
///
/// struct Slope(Param);
/// impl Module for Slope {
///     fn visit(&self, visitor: &mut Visitor<'_>) {
///         visitor.param("place", &self.0);
///     }
/// }
///
/// let slope = Slope(Param::new(array![0.0]));
/// let mut momentum = Momentum::new(1.0, 0.5)?;
/// for place in [-1.0, -2.5, -4.25] {
///     let tape = Tape::new(Mode::Train, 0);
///     let gradients = tape.param(&slope.0).sum().backward(); // always 1
///     drop(tape);
///     momentum.step(&slope, &gradients); // velocities 1, 1.5, 1.75
///     assert_eq!(slope.0.value()[[0]], place);
/// }
/// # Ok::<(), attention::train::SettingError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Momentum {
    rate: Real,
    momentum: Real,
    velocities: PerParam<ArrayD<Real>>,
}

impl Momentum {
    /// Gradient descent with a learning rate and with the share of the velocity that stays.
    ///
    /// # Errors
    ///
    /// If the rate is negative or not finite, or if the momentum is not from 0 to below 1.
    pub fn new(learning_rate: Real, momentum: Real) -> Result<Self, SettingError> {
        Ok(Self {
            rate: not_negative("learning rate", learning_rate)?,
            momentum: share("momentum", momentum)?,
            velocities: PerParam::new(),
        })
    }
}

impl Optimizer for Momentum {
    fn step(&mut self, module: &dyn Module, gradients: &Gradients) {
        let (rate, momentum) = (self.rate, self.momentum);
        each_with_gradient(module, gradients, |param, gradient| {
            let velocity = self.velocities.of(param, ArrayD::zeros);
            param.update(|value| {
                Zip::from(value.view_mut())
                    .and(velocity)
                    .and(gradient)
                    .for_each(|x, b, &g| {
                        *b = momentum * *b + g;
                        *x -= rate * *b;
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
        vec![self.velocities.of(param, ArrayD::zeros)]
    }
}
