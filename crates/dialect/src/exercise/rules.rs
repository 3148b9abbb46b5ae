//! The rules of the format of an exercise.

use crate::Problem;

/// The violated rules.
#[derive(Default)]
pub(super) struct Rules(pub(super) Vec<Problem>);

impl Rules {
    /// Adds a problem in this file, on this line, unless the rule holds.
    pub(super) fn hold(
        &mut self,
        holds: bool,
        (file, line): (&str, usize),
        message: impl Into<String>,
    ) {
        if !holds {
            self.0.push(Problem::new(file, line, message));
        }
    }
}
