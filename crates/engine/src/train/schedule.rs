//! Learning rate schedules.

use std::f64::consts::PI;

use super::SettingError;
use super::error::{accept, not_negative};
use crate::Real;

/// A learning rate schedule. Steps are counted from 0.
///
/// # Example
///
/// ```
/// use attention::train::Schedule;
///
/// let schedule = Schedule::warmup_inverse_sqrt(0.5, 4)?;
/// let rates = [0, 1, 2, 3, 15].map(|step| schedule.rate(step));
/// assert_eq!(rates, [0.125, 0.25, 0.375, 0.5, 0.25]);
/// # Ok::<(), attention::train::SettingError>(())
/// ```
#[doc(alias = "LRScheduler")]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule(Curve);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Curve {
    Constant { rate: Real },
    WarmupInverseSqrt { peak: Real, warmup: usize },
    Cosine { peak: Real, warmup: usize, total: usize, floor: Real },
}

impl Schedule {
    /// Creates a schedule with a constant rate.
    ///
    /// # Errors
    ///
    /// If the rate is negative or not finite.
    pub fn constant(rate: Real) -> Result<Self, SettingError> {
        let rate = not_negative("learning rate", rate)?;
        Ok(Self(Curve::Constant { rate }))
    }

    /// Creates a schedule that rises linearly to `peak` in the first `warmup` steps, and then
    /// decays with the inverse square root of the number of steps.
    ///
    /// With n for the step plus 1, the rate is peak · min(n / warmup, √(warmup / n)). The code that
    /// the authors of the paper published adds 1 as well; without it, step 0 would have a rate
    /// of 0.
    ///
    /// # Errors
    ///
    /// If the peak is negative or not finite, or if `warmup` is 0.
    ///
    /// # Source
    ///
    /// Vaswani et al. (2017), *Attention Is All You Need*, Equation 3, with the peak as a setting;
    /// [`Schedule::transformer`] implements the equation as printed.
    pub fn warmup_inverse_sqrt(
        peak: Real,
        warmup: usize,
    ) -> Result<Self, SettingError> {
        let peak = not_negative("peak learning rate", peak)?;
        let warmup = at_least("number of warm-up steps", warmup, 1)?;
        Ok(Self(Curve::WarmupInverseSqrt { peak, warmup }))
    }

    /// Creates the schedule of the original Transformer with hidden size `dim`.
    ///
    /// With n for the step plus 1, the rate is min(1 / √n, n / warmup^1.5) / √dim. This is
    /// [`Schedule::warmup_inverse_sqrt`] with the peak 1 / √(dim · warmup).
    ///
    /// # Errors
    ///
    /// If either is 0.
    ///
    /// # Source
    ///
    /// Vaswani et al. (2017), *Attention Is All You Need*, Equation 3, where `dim` is called
    /// d_model.
    pub fn transformer(dim: usize, warmup: usize) -> Result<Self, SettingError> {
        let dim = at_least("hidden size", dim, 1)?;
        let warmup = at_least("number of warm-up steps", warmup, 1)?;
        let peak = 1.0 / (dim as f64 * warmup as f64).sqrt();
        Self::warmup_inverse_sqrt(peak as Real, warmup)
    }

    /// Creates a schedule that rises linearly to `peak` in the first `warmup` steps, and then
    /// decays to `floor` along half a period of a cosine.
    ///
    /// The rate is the peak at step `warmup` and the floor from step `total` on. The last of
    /// `total` steps, which has index `total - 1`, is above the floor, so a floor of 0 wastes no
    /// step.
    ///
    /// # Errors
    ///
    /// If the peak is negative or not finite, if the floor is not between 0 and the peak, or if
    /// `total` does not exceed `warmup`.
    ///
    /// # Source
    ///
    /// Loshchilov and Hutter (2017), *SGDR: Stochastic Gradient Descent with Warm Restarts*,
    /// Equation 5, without restarts. The warm-up is an addition.
    #[doc(alias = "CosineAnnealingLR")]
    pub fn cosine(
        peak: Real,
        warmup: usize,
        total: usize,
        floor: Real,
    ) -> Result<Self, SettingError> {
        let peak = not_negative("peak learning rate", peak)?;
        let total = at_least("total number of steps", total, warmup.saturating_add(1))?;
        let accepted = (0.0..=peak).contains(&floor);
        let expected = "between 0 and the peak";
        let floor = accept(accepted, "learning rate floor", floor, expected)?;
        Ok(Self(Curve::Cosine { peak, warmup, total, floor }))
    }

    /// Returns the learning rate of a step.
    pub fn rate(&self, step: usize) -> Real {
        let n = step as f64 + 1.0;
        let rate = match self.0 {
            Curve::Constant { rate } => return rate,
            Curve::WarmupInverseSqrt { peak, warmup } => {
                let warmup = warmup as f64;
                peak as f64 * (n / warmup).min((warmup / n).sqrt())
            }
            Curve::Cosine { peak, warmup, .. } if step < warmup => {
                peak as f64 * n / warmup as f64
            }
            Curve::Cosine { floor, total, .. } if step >= total => return floor,
            Curve::Cosine { peak, warmup, total, floor } => {
                let progress = (step - warmup) as f64 / (total - warmup) as f64;
                let height = (1.0 + (PI * progress).cos()) / 2.0;
                floor as f64 + (peak - floor) as f64 * height
            }
        };
        rate as Real
    }
}

/// Returns the value if it is large enough, and an error otherwise.
fn at_least(
    setting: &'static str,
    value: usize,
    least: usize,
) -> Result<usize, SettingError> {
    if value >= least {
        return Ok(value);
    }
    Err(SettingError::Steps { setting, value, least })
}
