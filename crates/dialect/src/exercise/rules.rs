//! The rules of the format that an exercise breaks.

use crate::Problem;

/// Collects what is wrong.
#[derive(Default)]
pub(super) struct Rules(pub(super) Vec<Problem>);

impl Rules {
    /// Unless something holds, there is a problem in this file, on this line.
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
