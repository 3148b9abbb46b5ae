//! An answer in words, which readers judge themselves.

use std::fs;

use super::Work;
use crate::Error;

impl Work<'_> {
    /// What an answer is worth points for, and where the solution is.
    pub(crate) fn judge(&self) -> Result<String, Error> {
        let path = self.file("answer.md")?;
        let answer =
            fs::read_to_string(&path).map_err(Error::file(&path, "cannot read"))?;
        let shown = self.shown(&path);
        let written = answer.lines().filter(|line| !line.trim().is_empty());
        if written.count() < 2 {
            return Err(Error::Unfit(format!("{shown} has no answer yet")));
        }
        let (id, metadata) = (&self.exercise.id, &self.exercise.metadata);
        let mut text = format!("{id}: {}\n  What counts in {shown}:\n", metadata.title);
        for criterion in &metadata.rubric {
            text += &format!("  [ ] {criterion}\n");
        }
        text += &format!("  Compare it with {}.", self.exercise.solution.file);
        Ok(text)
    }
}
