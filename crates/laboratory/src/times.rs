//! The duration of a training.

use std::time::Duration;

/// How long a training takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// The time of a step.
    pub step: Duration,
    /// The time of all measurements on what is held out.
    pub held_out: Duration,
}
