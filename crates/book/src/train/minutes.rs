//! The number of steps that fit into a number of minutes.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use dialect::say;
use laboratory::Times;
use mdbook_core::utils::fs::create_dir_all;

use super::resumable::{MAX_COUNT, NOT_TRAINED};

/// Returns the number of steps for this many minutes, measured once for each training.
///
/// Models are trained at once in `rounds` groups, one after the other.
pub(super) fn steps(
    kept: &Path,
    minutes: usize,
    rounds: u32,
    measure: impl FnOnce() -> Result<(Duration, Times)>,
) -> Result<usize> {
    let file = kept.join("steps");
    let before = fs::read_to_string(&file).ok();
    if let Some(steps) = before.and_then(|steps| steps.trim().parse().ok()) {
        return Ok(steps);
    }
    let (before, times) = measure()?;
    let each = times.step * rounds;
    let others = before + times.held_out * rounds;
    let steps = steps_within(minutes, each, others);
    create_dir_all(kept).context(NOT_TRAINED)?;
    fs::write(&file, steps.to_string()).context(NOT_TRAINED)?;
    let minutes = (each.as_secs_f64() * steps as f64 + others.as_secs_f64()) / 60.0;
    say!("about {minutes:.1} min: {steps} steps (--steps {steps} repeats it)");
    Ok(steps)
}

/// Returns how many steps fit into this many minutes, if all models need `each` for one and
/// `others` is needed for everything else.
fn steps_within(minutes: usize, each: Duration, others: Duration) -> usize {
    let seconds = 60.0 * minutes as f64 - others.as_secs_f64();
    let steps = seconds / each.as_secs_f64().max(1e-6);
    (steps as usize).clamp(1, MAX_COUNT)
}

#[cfg(test)]
mod tests;
