//! Comparison of derivatives with finite differences.
//!
//! Moving an entry of the input up and down by h changes the result by nearly 2h times the
//! derivative. A result that is an array is projected to a scalar first: the sum of its entries,
//! each times a random number. A plain sum would not test a softmax, whose rows always sum to 1, so
//! that all derivatives of the sum are 0.

use std::error::Error;
use std::fmt;

use ndarray::{ArrayD, Dimension, IxDyn};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use super::{Gradients, Mode, Tape, Var};
use crate::Real;
use crate::tape::{Module, Param};

/// The step size: rounding errors dominate for smaller ones, curvature for larger ones.
const STEP: Real = if cfg!(real_f64) { 1e-5 } else { 1e-2 };

/// The tolerance, relative to the largest of derivative, difference, and 1.
const TOLERANCE: Real = if cfg!(real_f64) { 1e-7 } else { 5e-3 };

/// A derivative that disagrees with the finite difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The input, such as `input 0`, or the name of the parameter.
    pub name: String,
    /// The index of the entry.
    pub index: Vec<usize>,
    /// The derivative that the tape computed.
    pub derivative: Real,
    /// The finite difference.
    pub difference: Real,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, index, .. } = self;
        write!(
            f,
            "{name} at {index:?}: derivative {} and finite difference {} disagree",
            self.derivative, self.difference
        )
    }
}

impl Error for Mismatch {}

/// Compares the derivatives of `compute` with respect to all inputs with central differences.
///
/// Returns the largest error, relative to the largest of derivative, difference, and 1. Use
/// `--cfg real_f64`; in `f32`, errors below half a percent cannot be distinguished from rounding
/// errors.
///
/// # Errors
///
/// [`Mismatch`] if an error exceeds 10⁻⁷, or 5 · 10⁻³ in `f32`.
///
/// # Example
///
/// ```
/// use attention::tape::check;
/// use ndarray::array;
///
/// let inputs = [array![0.5, -1.0].into_dyn(), array![2.0, 3.0].into_dyn()];
/// check::gradients(&inputs, |_, v| v[0] * v[1] * v[1])?;
///
/// // The derivative of the square is wrong by a factor of 2.
/// let wrong = check::gradients(&inputs, |tape, v| {
///     let x = v[0].value();
///     tape.record("square", [v[0]], &x * &x, move |d, [dx]| dx.add(|| d * &x))
/// });
/// assert!(wrong.unwrap_err().to_string().starts_with("input 0 at [0]: derivative "));
/// # Ok::<(), check::Mismatch>(())
/// ```
#[doc(alias = "gradcheck")]
pub fn gradients(
    inputs: &[ArrayD<Real>],
    compute: impl for<'t> Fn(&'t Tape, &[Var<'t>]) -> Var<'t>,
) -> Result<Real, Mismatch> {
    let inputs: Vec<Param> =
        inputs.iter().map(|input| Param::new(input.clone())).collect();
    let named = inputs.iter().enumerate();
    let named: Vec<_> =
        named.map(|(i, input)| (format!("input {i}"), input.clone())).collect();
    compare(&named, |tape| {
        let vars: Vec<_> = inputs.iter().map(|input| tape.param(input)).collect();
        compute(tape, &vars)
    })
}

/// Compares the derivatives of `compute` with respect to all parameters of a module with central
/// differences.
///
/// The parameters change temporarily.
///
/// # Errors
///
/// As [`gradients`]; the derivative with respect to a parameter that the result does not depend on
/// is 0.
pub fn parameters(
    module: &dyn Module,
    compute: impl for<'t> Fn(&'t Tape) -> Var<'t>,
) -> Result<Real, Mismatch> {
    compare(&module.params(), compute)
}

fn compare(
    params: &[(String, Param)],
    compute: impl for<'t> Fn(&'t Tape) -> Var<'t>,
) -> Result<Real, Mismatch> {
    let (gradients, projection) = derivatives(&compute);
    let projected = || {
        let tape = Tape::new(Mode::Eval, 0);
        (compute(&tape).value() * &projection).sum()
    };
    let mut largest: Real = 0.0;
    for (name, param) in params {
        for (index, _) in param.value().indexed_iter() {
            let original = param.value()[&index];
            let moved = |by: Real| {
                param.update(|value| value[&index] = original + by);
                projected()
            };
            let difference = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            param.update(|value| value[&index] = original);
            let derivative =
                gradients.of(param).map_or(0.0, |gradient| gradient[&index]);
            let error = relative(derivative, difference);
            if error > TOLERANCE || error.is_nan() {
                return Err(Mismatch {
                    name: name.clone(),
                    index: index.as_array_view().to_vec(),
                    derivative,
                    difference,
                });
            }
            largest = largest.max(error);
        }
    }
    Ok(largest)
}

/// Returns the gradients of the projected result, and the random projection.
fn derivatives(
    compute: &impl for<'t> Fn(&'t Tape) -> Var<'t>,
) -> (Gradients, ArrayD<Real>) {
    let tape = Tape::new(Mode::Check, 0);
    let result = compute(&tape);
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut projection = ArrayD::zeros(IxDyn(&result.shape()));
    projection.mapv_inplace(|_: Real| StandardNormal.sample(&mut random));
    (result.backward_from(projection.clone()), projection)
}

fn relative(derivative: Real, difference: Real) -> Real {
    let scale = derivative.abs().max(difference.abs()).max(1.0);
    (derivative - difference).abs() / scale
}
