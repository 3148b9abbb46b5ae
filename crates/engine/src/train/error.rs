//! What can be wrong with the settings of a training.

use thiserror::Error;

use crate::Real;

/// Why a setting of an optimizer, a schedule or a [`Trainer`](super::Trainer) was refused.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum SettingError {
    /// A number is outside its range.
    #[error("the {setting} is {value}, not {expected}")]
    Number {
        /// What was set.
        setting: &'static str,
        /// The number that was refused.
        value: Real,
        /// What would have been accepted.
        expected: &'static str,
    },
    /// A count is too small.
    #[error("the {setting} is {value}, not at least {least}")]
    Steps {
        /// What was set.
        setting: &'static str,
        /// The number that was refused.
        value: usize,
        /// The smallest number that would have been accepted.
        least: usize,
    },
}

const NOT_NEGATIVE: &str = "a finite number of at least 0";

/// The value, if it is finite and not negative.
pub(super) fn not_negative(
    setting: &'static str,
    value: Real,
) -> Result<Real, SettingError> {
    let accepted = value.is_finite() && value >= 0.0;
    accept(accepted, setting, value, NOT_NEGATIVE)
}

/// The value, if it is a share of the past that an optimizer can keep: 1 would never forget.
pub(super) fn share(setting: &'static str, value: Real) -> Result<Real, SettingError> {
    let accepted = (0.0..1.0).contains(&value);
    accept(accepted, setting, value, "a number from 0 to below 1")
}

/// The value, if the condition holds.
pub(super) fn accept(
    accepted: bool,
    setting: &'static str,
    value: Real,
    expected: &'static str,
) -> Result<Real, SettingError> {
    if accepted {
        return Ok(value);
    }
    Err(SettingError::Number {
        setting,
        value,
        expected,
    })
}

/// Panics unless the learning rate is finite and not negative.
#[track_caller]
pub(super) fn assert_rate(rate: Real) -> Real {
    assert!(
        rate.is_finite() && rate >= 0.0,
        "set_learning_rate: {rate} is not {NOT_NEGATIVE}"
    );
    rate
}
