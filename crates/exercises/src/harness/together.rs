//! Several exercises in one program.

use super::{Part, Program, Rejected, kept};
use crate::{Error, Toolchain};

/// How many exercises become one program: all wait for the mistake of one, and all processors have work.
const TOGETHER: usize = 8;

/// The exercises, in groups to be compiled together.
pub(crate) fn chunks<T>(exercises: &[T]) -> Vec<&[T]> {
    exercises.chunks(TOGETHER).collect()
}

impl Program {
    /// Compiles several exercises, whose libraries are texts, and returns the program of each.
    ///
    /// They are compiled together. If that does not do, each is compiled alone, so that the compiler
    /// speaks of this one.
    ///
    /// # Errors
    ///
    /// [`Error::File`] or [`Error::Tool`] if that is not possible; the inner errors are what the
    /// compiler says.
    pub(crate) fn compile_all(
        toolchain: &Toolchain,
        parts: &[Part],
    ) -> Result<Vec<Result<Self, Rejected>>, Error> {
        match kept::program(toolchain, parts)? {
            Ok(executable) => {
                let versions = parts.iter().map(|part| part.versions.len()).sum();
                let all = Self::list(executable, None, versions)?;
                return Ok(all.split(parts).into_iter().map(Ok).collect());
            }
            Err(rejected) if parts.len() == 1 => return Ok(vec![Err(rejected)]),
            Err(_) => {}
        }
        let alone = parts.iter();
        alone
            .map(|part| Self::compile_with(toolchain, part, &[]))
            .collect()
    }

    /// A program for each exercise, which knows its own versions alone.
    fn split(self, parts: &[Part]) -> Vec<Self> {
        let mut tests = self.tests.into_iter();
        let parts = parts.iter();
        parts
            .map(|part| Self {
                executable: self.executable.clone(),
                _folder: None,
                tests: tests.by_ref().take(part.versions.len()).collect(),
            })
            .collect()
    }
}
