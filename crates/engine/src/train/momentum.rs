//! Gradient descent with momentum.

use ndarray::{ArrayD, Zip};

use super::error::{assert_rate, not_negative, share};
use super::optimizer::{PerParam, each_with_gradient};
use super::{Optimizer, SettingError};
use crate::Real;
use crate::nn::{Module, Param};
use crate::tape::Gradients;

/// Gradient descent with momentum: steps in the same direction accumulate, and alternating steps cancel.
///
/// With learning rate $`\eta`$, momentum $`\mu`$, and gradient $`g_t`$, starting from $`b_0 = 0`$:
///
/// ```math
/// b_t = \mu b_{t-1} + g_t, \qquad \theta_t = \theta_{t-1} - \eta b_t
/// ```
///
/// PyTorch uses the same form. Polyak's, $`\theta_t = \theta_{t-1} - \eta g_t + \mu (\theta_{t-1} - \theta_{t-2})`$,
/// is equivalent for constant $`\eta`$. If a schedule changes the rate, the new rate applies to the whole velocity
/// here, but only to the new gradient in Polyak's form.
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
///         visitor.param("x", &self.0);
///     }
/// }
///
/// let slope = Slope(Param::new(array![0.0]));
/// let mut momentum = Momentum::new(1.0, 0.5)?;
/// for x in [-1.0, -2.5, -4.25] {
///     let tape = Tape::new(Mode::Train, 0);
///     let gradients = tape.param(&slope.0).sum().backward(); // always 1
///     drop(tape);
///     momentum.step(&slope, &gradients); // velocities 1, 1.5, 1.75
///     assert_eq!(slope.0.value()[[0]], x);
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
    /// Creates an optimizer; `momentum` is the factor by which the velocity decays in each step.
    ///
    /// # Errors
    ///
    /// If the rate is negative or not finite, or if the momentum is not in [0, 1).
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
