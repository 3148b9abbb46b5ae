//! Errors in the settings of training.

use thiserror::Error;

use crate::Real;

/// An invalid setting of an optimizer, a schedule, or a [`Trainer`](super::Trainer).
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum SettingError {
    /// A number is outside its range.
    #[error("{setting} {value} is not {expected}")]
    Number {
        /// The setting.
        setting: &'static str,
        /// The invalid value.
        value: Real,
        /// A description of valid values.
        expected: &'static str,
    },
    /// A count is too small.
    #[error("{setting} must be at least {least}, not {value}")]
    Steps {
        /// The setting.
        setting: &'static str,
        /// The invalid value.
        value: usize,
        /// The smallest valid value.
        least: usize,
    },
}

const NOT_NEGATIVE: &str = "finite and nonnegative";

/// Returns the value if it is finite and nonnegative.
pub(super) fn not_negative(
    setting: &'static str,
    value: Real,
) -> Result<Real, SettingError> {
    let accepted = value.is_finite() && value >= 0.0;
    accept(accepted, setting, value, NOT_NEGATIVE)
}

/// Returns the value if it is a valid decay rate of a running mean, in [0, 1).
pub(super) fn share(setting: &'static str, value: Real) -> Result<Real, SettingError> {
    let accepted = (0.0..1.0).contains(&value);
    accept(accepted, setting, value, "in [0, 1)")
}

/// Returns the value if it is accepted, and an error otherwise.
pub(super) fn accept(
    accepted: bool,
    setting: &'static str,
    value: Real,
    expected: &'static str,
) -> Result<Real, SettingError> {
    if accepted {
        return Ok(value);
    }
    Err(SettingError::Number { setting, value, expected })
}

/// Returns the learning rate, or panics unless it is finite and nonnegative.
#[track_caller]
pub(super) fn assert_rate(rate: Real) -> Real {
    assert!(
        rate.is_finite() && rate >= 0.0,
        "set_learning_rate: learning rate {rate} is not {NOT_NEGATIVE}"
    );
    rate
}
