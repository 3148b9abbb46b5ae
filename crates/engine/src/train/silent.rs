//! The replacement for the progress bars in a browser.

use std::ffi::OsStr;

use super::TrainingStep;

/// Runs a function that prints; there are no progress bars to disturb.
pub fn without_progress_bar(print: impl FnOnce()) {
    print();
}

/// Shows nothing.
pub(super) struct Progress;

impl Progress {
    pub(super) fn new(_steps: usize, _name: Option<&OsStr>) -> Self {
        Self
    }

    pub(super) fn resume(&mut self, _done: usize) {}

    pub(super) fn advance(&mut self, _step: &TrainingStep) {}
}
