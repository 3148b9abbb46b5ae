//! The Markdown files of a book, and where in them something is wrong.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::Library;

/// Something wrong at a place the author can go to.
///
/// ```
/// let problem = dialect::Problem::new("src/a.md", 3, "no such anchor");
/// assert_eq!(problem.to_string(), "src/a.md:3: no such anchor");
/// ```
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
    ///
    /// ```
    /// assert_eq!(dialect::Problem::new("README.md", 1, "empty").line, 1);
    /// ```
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

/// Whatever lists its problems may end at the first.
impl From<Problem> for Vec<Problem> {
    fn from(problem: Problem) -> Self {
        vec![problem]
    }
}

/// Problems, one a line.
///
/// ```
/// let problems = [1, 2].map(|line| dialect::Problem::new("a.md", line, "no"));
/// assert_eq!(dialect::Listed(&problems).to_string(), "a.md:1: no\na.md:2: no");
/// ```
pub struct Listed<'a>(pub &'a [Problem]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
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
///
/// ```
/// let source = dialect::Source { file: "src/multi-head.md".into(), text: "# Heads\n".into() };
/// assert_eq!(source.name(), "multi-head");
/// ```
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
    ///
    /// ```
    /// let problem = dialect::Source::read("/nowhere".as_ref(), "src/a.md").unwrap_err();
    /// assert!(problem.to_string().starts_with("src/a.md:1: cannot be read"));
    /// ```
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
    ///
    /// ```
    /// let source = dialect::Source { file: "a.toml".into(), text: "a = 1\nb = 2\n".into() };
    /// assert_eq!(source.line_of("b ="), 2);
    /// ```
    pub fn line_of(&self, needle: &str) -> usize {
        let found = self.text.lines().position(|line| line.contains(needle));
        found.map_or(1, |index| index + 1)
    }

    /// The name of the chapter: the file name without its extension.
    ///
    /// ```
    /// let source = dialect::Source { file: "README.md".into(), text: String::new() };
    /// assert_eq!(source.name(), "README");
    /// ```
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
///
/// ```
/// assert!(dialect::sources("/nowhere".as_ref()).is_err());
/// ```
pub fn sources(root: &Path) -> Result<Vec<Source>, Problem> {
    let mut files = Vec::new();
    markdown_files(root, Path::new("src"), &mut files)?;
    files.sort();
    files
        .into_iter()
        .filter(|file| file != "src/SUMMARY.md")
        .map(|file| Source::read(root, file))
        .collect()
}

/// All Markdown whose code blocks are compiled and run: the chapters, the README, and the texts of the
/// exercises.
///
/// # Errors
///
/// A [`Problem`] for each file that cannot be read, and for what is wrong in the exercises.
///
/// ```
/// assert!(dialect::snippet_sources("/nowhere".as_ref()).is_err());
/// ```
pub fn snippet_sources(root: &Path) -> Result<Vec<Source>, Vec<Problem>> {
    let mut all = sources(root).map_err(|problem| vec![problem])?;
    all.push(Source::read(root, "README.md").map_err(|problem| vec![problem])?);
    all.extend(Library::load(root)?.sources());
    Ok(all)
}

fn markdown_files(
    root: &Path,
    folder: &Path,
    files: &mut Vec<String>,
) -> Result<(), Problem> {
    let unreadable = |error: std::io::Error| {
        Problem::new(portable(folder), 1, format!("cannot be read: {error}"))
    };
    for entry in fs::read_dir(root.join(folder)).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path: PathBuf = folder.join(entry.file_name());
        if entry.path().is_dir() {
            markdown_files(root, &path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(portable(&path));
        }
    }
    Ok(())
}

fn portable(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
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
