//! Running means of the gradient and of its square, which Adam and AdamW share.

use ndarray::{ArrayD, IxDyn, Zip};

use super::SettingError;
use super::error::{accept, not_negative, share};
use super::optimizer::{PerParam, each_with_gradient};
use crate::Real;
use crate::nn::{Module, Param};
use crate::tape::Gradients;

/// The settings and the state of both optimizers.
#[derive(Debug, Clone)]
pub(super) struct Moments {
    pub(super) rate: Real,
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

/// The target of the weight decay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Decay {
    /// Added to the gradient, and thus to the running means.
    Gradient,
    /// Applied to the parameter directly.
    Parameter,
}

impl Moments {
    pub(super) fn new(rate: Real, decay: Real) -> Result<Self, SettingError> {
        Ok(Self {
            rate: not_negative("learning rate", rate)?,
            betas: (0.9, 0.999),
            epsilon: 1e-8,
            decay,
            memory: PerParam::new(),
        })
    }

    pub(super) fn betas(
        mut self,
        mean: Real,
        square: Real,
    ) -> Result<Self, SettingError> {
        self.betas = (share("first beta", mean)?, share("second beta", square)?);
        Ok(self)
    }

    pub(super) fn epsilon(mut self, epsilon: Real) -> Result<Self, SettingError> {
        // With 0, the step of an entry whose gradients were all 0 would be 0 / 0.
        let accepted = epsilon.is_finite() && epsilon > 0.0;
        let expected = "finite and positive";
        self.epsilon = accept(accepted, "epsilon", epsilon, expected)?;
        Ok(self)
    }

    pub(super) fn decay(mut self, decay: Real) -> Result<Self, SettingError> {
        self.decay = not_negative("weight decay", decay)?;
        Ok(self)
    }

    pub(super) fn memory(&mut self, param: &Param) -> Vec<&mut ArrayD<Real>> {
        let Moment {
            steps,
            mean,
            square,
        } = self.memory.of(param, Moment::new);
        vec![steps, mean, square]
    }

    pub(super) fn step(
        &mut self,
        module: &dyn Module,
        gradients: &Gradients,
        decay: Decay,
    ) {
        let (rate, epsilon, (beta1, beta2)) = (self.rate, self.epsilon, self.betas);
        let (penalty, shrink) = match decay {
            Decay::Gradient => (self.decay, 0.0),
            Decay::Parameter => (0.0, self.decay),
        };
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
                    let g = g + penalty * *x;
                    *m = beta1 * *m + (1.0 - beta1) * g;
                    *v = beta2 * *v + (1.0 - beta2) * g * g;
                    let root = (*v * unbias_square).sqrt();
                    let direction = *m * unbias_mean / (root + epsilon);
                    *x -= rate * (direction + shrink * *x);
                });
            });
        });
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

/// Returns 1 / (1 - βᵗ), computed in double precision. In the first steps, βᵗ is so close to 1 that an `f32` would lose
/// half of its digits.
fn unbias(beta: Real, steps: i32) -> Real {
    (1.0 / (1.0 - (beta as f64).powi(steps))) as Real
}
