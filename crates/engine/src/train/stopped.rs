//! Why a training stopped before its last step.

use std::{error::Error, fmt};

use ndarray::ArrayViewD;

use super::Report;
use crate::Real;
use crate::nn::Module;
use crate::tape::Gradients;

/// A training that ended early, with everything that it reached before.
pub struct Stopped {
    /// The step at which it ended, counted from 0.
    pub step: usize,
    /// The learning rate of this step.
    pub learning_rate: Real,
    /// What was wrong.
    pub cause: Cause,
    /// The steps that changed the parameters.
    pub report: Report,
}

/// What was wrong in the step at which a training stopped.
///
/// But for [`Cause::Parameter`], the parameters and all that the optimizer remembers of them are as
/// the step before left them.
///
/// # Example
///
/// ```
/// use attention::nn::{Module, Param, Visitor};
/// use attention::train::{Cause, Loss, Sgd, Trainer};
/// use ndarray::array;
///
/// struct Point(Param);
/// impl Module for Point {
///     fn visit(&self, visitor: &mut Visitor<'_>) {
///         visitor.param("place", &self.0);
///     }
/// }
///
/// // The root of 0 is 0, and its derivative there is infinite.
/// let point = Point(Param::new(array![0.0]));
/// let run = Trainer::new(1).run(&point, &mut Sgd::new(0.1)?, |tape, _| {
///     Ok(Loss { value: tape.param(&point.0).sqrt().sum(), tokens: 1 })
/// });
/// let Cause::Gradient { gradient, .. } = run.unwrap_err().cause else { panic!() };
/// assert_eq!(gradient.unwrap().name, "place");
/// # Ok::<(), attention::train::SettingError>(())
/// ```
#[derive(Debug)]
pub enum Cause {
    /// The loss is infinite or not a number.
    Loss {
        /// The loss.
        loss: Real,
        /// The largest number in the parameters it was computed from.
        parameter: Option<Extreme>,
    },
    /// The loss is finite, but its gradients, or the length of all of them together, are not.
    Gradient {
        /// The loss.
        loss: Real,
        /// The length of all gradients together.
        norm: Real,
        /// The largest number in the gradients.
        gradient: Option<Extreme>,
    },
    /// The last step moved a parameter to a number that is not finite.
    Parameter(Extreme),
    /// The batch did not give a loss.
    Batch(Box<dyn Error + Send + Sync>),
}

/// The number farthest from 0 among several arrays. NaN counts as the farthest of all.
#[derive(Debug, Clone, PartialEq)]
pub struct Extreme {
    /// The name of the parameter that it belongs to.
    pub name: String,
    /// The number.
    pub value: Real,
}

impl Extreme {
    pub(super) fn among_parameters(module: &dyn Module) -> Option<Self> {
        let params = module.params().into_iter();
        let each =
            params.filter_map(|(name, param)| Self::new(name, param.value().view()));
        each.max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()))
    }

    pub(super) fn among_gradients(
        module: &dyn Module,
        gradients: &Gradients,
    ) -> Option<Self> {
        let params = module.params().into_iter();
        let each = params
            .filter_map(|(name, param)| Self::new(name, gradients.of(&param)?.view()));
        each.max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()))
    }

    fn new(name: String, numbers: ArrayViewD<'_, Real>) -> Option<Self> {
        let numbers = numbers.iter().copied();
        let value = numbers.max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
        Some(Self { name, value })
    }
}

impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3e} in {}", self.value, self.name)
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            step,
            learning_rate: rate,
            ..
        } = self;
        let advice = format!(
            "Try a learning rate below {rate:e}, clip the gradients to a smaller norm"
        );
        match &self.cause {
            Cause::Loss { loss, parameter } => {
                write!(f, "step {step}: the loss is {loss}")?;
                if let Some(parameter) = parameter {
                    write!(f, "; the largest parameter is {parameter}")?;
                }
                write!(f, ". This step changed nothing. {advice}, or look for a ")?;
                write!(f, "division by 0 or a logarithm of 0 in the model")
            }
            Cause::Gradient {
                loss,
                norm,
                gradient,
            } => {
                write!(f, "step {step}: the loss is {loss}, ")?;
                write!(f, "but the norm of its gradients is {norm}")?;
                if let Some(gradient) = gradient {
                    write!(f, "; the largest is {gradient}")?;
                }
                write!(f, ". This step changed nothing. {advice}, or look for a ")?;
                write!(f, "root of 0 or a division by nearly 0 in the model")
            }
            Cause::Parameter(parameter) => {
                write!(f, "step {step}, the last, left {parameter}. {advice}")
            }
            Cause::Batch(error) => write!(f, "step {step}: no loss: {error}"),
        }
    }
}

/// The message and not the fields, since `main` and `unwrap` show an error in this form.
impl fmt::Debug for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for Stopped {}
