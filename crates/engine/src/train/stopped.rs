//! Errors that stop training before its last step.

use std::{error::Error, fmt};

use ndarray::ArrayViewD;

use super::Report;
use crate::Real;
use crate::nn::{Module, Param};
use crate::tape::Gradients;

/// Training that stopped early, with a report of the steps before.
pub struct Stopped {
    /// The step that failed, counted from 0.
    pub step: usize,
    /// The learning rate of this step.
    pub learning_rate: Real,
    /// The reason.
    pub cause: Cause,
    /// The steps that changed the parameters.
    pub report: Report,
}

/// The reason why training stopped.
///
/// Except for [`Cause::Parameter`], the failed step changes neither the parameters nor the state of
/// the optimizer.
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
///         visitor.param("x", &self.0);
///     }
/// }
///
/// // The root of 0 is 0, and its derivative there is infinite.
/// let point = Point(Param::new(array![0.0]));
/// let run = Trainer::new(1).run(&point, &mut Sgd::new(0.1)?, |tape, _| {
///     Ok(Loss { value: tape.param(&point.0).sqrt().sum(), tokens: 1 })
/// });
/// let Cause::Gradient { gradient, .. } = run.unwrap_err().cause else { panic!() };
/// assert_eq!(gradient.unwrap().name, "x");
/// # Ok::<(), attention::train::SettingError>(())
/// ```
#[derive(Debug)]
pub enum Cause {
    /// The loss is infinite or NaN.
    Loss {
        /// The loss.
        loss: Real,
        /// The parameter entry with the largest absolute value.
        parameter: Option<Extreme>,
    },
    /// The loss is finite, but the global norm of its gradients is not.
    Gradient {
        /// The loss.
        loss: Real,
        /// The global norm of the gradients.
        norm: Real,
        /// The gradient entry with the largest absolute value.
        gradient: Option<Extreme>,
    },
    /// The last step made a parameter entry infinite or NaN.
    Parameter(Extreme),
    /// The batch returned an error.
    Batch(Box<dyn Error + Send + Sync>),
}

/// The entry with the largest absolute value among several arrays, where NaN counts as the largest.
#[derive(Debug, Clone, PartialEq)]
pub struct Extreme {
    /// The name of the parameter.
    pub name: String,
    /// The entry.
    pub value: Real,
}

impl Extreme {
    pub(super) fn among_parameters(module: &dyn Module) -> Option<Self> {
        Self::among(module, |param| largest(param.value().view()))
    }

    pub(super) fn among_gradients(
        module: &dyn Module,
        gradients: &Gradients,
    ) -> Option<Self> {
        Self::among(module, |param| largest(gradients.of(param)?.view()))
    }

    fn among(
        module: &dyn Module,
        largest: impl Fn(&Param) -> Option<Real>,
    ) -> Option<Self> {
        let params = module.params().into_iter();
        let each = params
            .filter_map(|(name, param)| Some(Self { name, value: largest(&param)? }));
        each.max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()))
    }
}

/// Returns the entry with the largest absolute value.
fn largest(numbers: ArrayViewD<'_, Real>) -> Option<Real> {
    numbers.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs()))
}

impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3e} in {}", self.value, self.name)
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step, learning_rate: rate, .. } = self;
        let advice = format!("try a learning rate below {rate:e}");
        let clip = "clip the gradients to a smaller norm";
        write!(f, "step {step}: ")?;
        let (what, extreme, culprit) = match &self.cause {
            Cause::Parameter(parameter) => {
                return write!(
                    f,
                    "last update produced {parameter}; {advice} or {clip}"
                );
            }
            Cause::Batch(error) => return write!(f, "no loss: {error}"),
            Cause::Loss { loss, parameter } => {
                write!(f, "loss is {loss}")?;
                ("parameter", parameter, "division by 0 or a logarithm of 0")
            }
            Cause::Gradient { loss, norm, gradient } => {
                write!(f, "loss is {loss}, but gradient norm is {norm}")?;
                ("gradient", gradient, "root of 0 or a division by nearly 0")
            }
        };
        if let Some(extreme) = extreme {
            write!(f, "; largest {what} entry is {extreme}")?;
        }
        write!(
            f,
            "; parameters are unchanged; {advice}, {clip}, or look for a {culprit}"
        )?;
        write!(f, " in the model")
    }
}

/// Formats the message instead of the fields, because `main` and `unwrap` show an error in this
/// form.
impl fmt::Debug for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for Stopped {}
