//! The Markdown files of a book, and where in them something is wrong.

use std::path::Path;
use std::{fmt, fs, io};

use thiserror::Error;

use crate::Library;
use crate::contents::CONTENTS;

/// Something wrong at a place the author can go to.
#[derive(Clone, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
#[error("{file}:{line}: {message}")]
pub struct Problem {
    /// Path of the file, relative to the root of the book, with `/` between its parts.
    pub file: String,
    /// Line number, counted from 1.
    pub line: usize,
    /// What is wrong, in one line.
    pub message: String,
}

impl Problem {
    /// A problem on one line of one file.
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

/// One problem alone.
impl From<Problem> for Vec<Problem> {
    fn from(problem: Problem) -> Self {
        vec![problem]
    }
}

/// Problems, one a line.
pub struct Listed<'a>(pub &'a [Problem]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.0.iter().map(Problem::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// The value, unless there are problems, which then are sorted.
///
/// # Errors
///
/// All problems.
///
/// ```
/// assert_eq!(dialect::unless(Vec::new(), 5), Ok(5));
/// ```
pub fn unless<T>(mut problems: Vec<Problem>, value: T) -> Result<T, Vec<Problem>> {
    problems.sort();
    match problems.is_empty() {
        true => Ok(value),
        false => Err(problems),
    }
}

/// A Markdown file as its author wrote it.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path relative to the root of the book, with `/` between its parts.
    pub file: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// Reads `file` (a path relative to `root`).
    ///
    /// # Errors
    ///
    /// A [`Problem`] that names the file if it cannot be read or is not UTF-8.
    pub fn read(root: &Path, file: impl Into<String>) -> Result<Self, Problem> {
        let file = file.into();
        let text = fs::read_to_string(root.join(&file)).map_err(|error| {
            Problem::new(&file, 1, format!("cannot be read: {error}"))
        })?;
        let text = text
            .strip_prefix('\u{feff}')
            .map_or(text.clone(), String::from);
        Ok(Self { file, text })
    }

    /// The first line that contains `needle`, or 1.
    pub fn line_of(&self, needle: &str) -> usize {
        let found = self.text.lines().position(|line| line.contains(needle));
        found.map_or(1, |index| index + 1)
    }

    /// The name of the chapter: the file name without its extension.
    pub fn name(&self) -> &str {
        let file = self.file.rsplit('/').next().unwrap_or(&self.file);
        file.strip_suffix(".md").unwrap_or(file)
    }
}

/// All Markdown files below `root/src`, sorted by path, without `SUMMARY.md`.
///
/// # Errors
///
/// A [`Problem`] if a folder or a file cannot be read.
pub fn sources(root: &Path) -> Result<Vec<Source>, Problem> {
    let (mut files, mut folders) = (Vec::new(), vec!["src".to_owned()]);
    while let Some(folder) = folders.pop() {
        let unreadable = |error: io::Error| {
            Problem::new(&folder, 1, format!("cannot be read: {error}"))
        };
        for entry in fs::read_dir(root.join(&folder)).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.ends_with(".md") && path != CONTENTS {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = |file| Source::read(root, file);
    files.into_iter().map(read).collect()
}

/// All Markdown whose code blocks are compiled and run: the chapters, the README, and the texts of the
/// exercises.
///
/// # Errors
///
/// A [`Problem`] for each file that cannot be read, and for what is wrong in the exercises.
pub fn snippet_sources(root: &Path) -> Result<Vec<Source>, Vec<Problem>> {
    let mut all = sources(root)?;
    all.push(Source::read(root, "README.md")?);
    all.extend(Library::load(root)?.sources());
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_no_text() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("a.md"), "\u{feff}text").unwrap();
        assert_eq!(Source::read(root.path(), "a.md").unwrap().text, "text");
    }

    #[test]
    fn finds_chapters_in_folders_but_not_the_summary() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("src/appendix")).unwrap();
        for file in [
            "src/SUMMARY.md",
            "src/b.md",
            "src/a.md",
            "src/appendix/c.md",
            "src/d.txt",
        ] {
            fs::write(root.path().join(file), "x").unwrap();
        }
        let files: Vec<_> = sources(root.path())
            .unwrap()
            .into_iter()
            .map(|source| source.file)
            .collect();
        assert_eq!(files, ["src/a.md", "src/appendix/c.md", "src/b.md"]);
    }
}
