//! Files of a book, and problems with their positions.

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use thiserror::Error;

/// A mistake in a file.
#[derive(Clone, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
#[error("{file}:{line}: {message}")]
pub struct Problem {
    /// Path of the file, relative to the root of the book, separated by `/`.
    pub file: String,
    /// Line number, counted from 1.
    pub line: usize,
    /// The mistake, described in one line.
    pub message: String,
}

impl Problem {
    /// Creates a problem.
    pub fn new(
        file: impl Into<String>,
        line: usize,
        message: impl Into<String>,
    ) -> Self {
        Self {
            file: file.into(),
            line,
            message: message.into(),
        }
    }
}

/// Allows `?` on a single problem in functions that return several.
impl From<Problem> for Vec<Problem> {
    fn from(problem: Problem) -> Self {
        vec![problem]
    }
}

/// Displays one problem per line.
pub struct Listed<'a>(pub &'a [Problem]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.0.iter().map(Problem::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// Returns the value if there are no problems.
///
/// # Errors
///
/// Returns the problems without duplicates, sorted by file and line.
pub fn unless<T>(mut problems: Vec<Problem>, value: T) -> Result<T, Vec<Problem>> {
    problems.sort();
    problems.dedup();
    match problems.is_empty() {
        true => Ok(value),
        false => Err(problems),
    }
}

/// A Markdown file as its author wrote it.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path relative to the root of the book, separated by `/`.
    pub file: String,
    /// The text of the file.
    pub text: String,
}

impl Source {
    /// Reads `file`, a path relative to `root`.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] if the file cannot be read.
    pub fn read(root: &Path, file: impl Into<String>) -> Result<Self, Problem> {
        let file = file.into();
        let text = fs::read_to_string(root.join(&file)).map_err(|error| {
            Problem::new(&file, 1, format!("cannot be read: {error}"))
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        Ok(Self { file, text })
    }

    /// Returns the first line that contains `needle`, or 1.
    pub fn line_of(&self, needle: &str) -> usize {
        let found = self.text.lines().position(|line| line.contains(needle));
        found.map_or(1, |index| index + 1)
    }

    /// Creates a problem at the byte at `offset`.
    pub fn problem(&self, offset: usize, message: impl Into<String>) -> Problem {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        Problem::new(&self.file, before.matches('\n').count() + 1, message)
    }

    /// Returns the name of the chapter: its file or folder in `src`, without extension.
    pub fn name(&self) -> &str {
        let path = self.file.strip_prefix("src/").unwrap_or(&self.file);
        let name = path.split('/').next().unwrap_or(path);
        name.strip_suffix(".md").unwrap_or(name)
    }
}

/// Returns the file itself, or all files in a folder and its subfolders, sorted.
///
/// # Errors
///
/// Returns an error that names the unreadable folder.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let unreadable = |error: io::Error| {
        let message = format!("{}: cannot be read: {error}", path.display());
        io::Error::new(error.kind(), message)
    };
    for entry in fs::read_dir(path).map_err(unreadable)? {
        found.extend(files(&entry.map_err(unreadable)?.path())?);
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_come_once_in_their_order() {
        let [first, second] = [3, 12].map(|line| Problem::new("a.md", line, "wrong"));
        let found = vec![second.clone(), first.clone(), second.clone()];
        assert_eq!(unless(found, 5), Err(vec![first, second]));
        assert_eq!(unless(Vec::new(), 5), Ok(5));
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("a.md"), "\u{feff}text").unwrap();
        assert_eq!(Source::read(root.path(), "a.md").unwrap().text, "text");
    }
}
