//! An answer in words, which readers judge themselves.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use dialect::Exercise;

use super::file;
use crate::Error;

/// What an answer is worth points for, and where the solution is.
///
/// # Errors
///
/// [`Error::Unfit`] if the exercise was not started, or nothing is answered yet.
pub fn judge(root: &Path, exercise: &Exercise) -> Result<String, Error> {
    let path = file(root, exercise, "answer.md")?;
    let answer =
        fs::read_to_string(&path).map_err(Error::file(&path, "cannot read"))?;
    let shown = path.strip_prefix(root).unwrap_or(&path).display();
    if answer
        .lines()
        .filter(|line| !line.trim().is_empty())
        .count()
        < 2
    {
        return Err(Error::Unfit(format!("{shown} has no answer yet")));
    }
    let metadata = &exercise.metadata;
    let mut text = format!(
        "{}: {}\n  What counts in {shown}:\n",
        exercise.id, metadata.title
    );
    for criterion in &metadata.rubric {
        let s = if criterion.points == 1 { "" } else { "s" };
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "  [ ] {} ({} point{s})",
            criterion.name, criterion.points
        );
    }
    let _ = write!(text, "  Compare it with {}.", exercise.solution.file);
    Ok(text)
}
