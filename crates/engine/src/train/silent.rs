//! What stands for the progress bar where there is no terminal: in a browser.

use super::TrainingStep;

/// Shows nothing.
pub(super) struct Progress;

impl Progress {
    pub(super) fn new(_steps: usize) -> Self {
        Self
    }

    pub(super) fn advance(&mut self, _step: &TrainingStep) {}
}
