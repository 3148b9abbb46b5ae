//! The commands for readers of an exercise: start, run, check, watch, and hint.

mod attempt;
mod check;
mod progress;

pub(crate) use attempt::Attempt;
pub(crate) use progress::{Progress, State};
