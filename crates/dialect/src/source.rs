//! Texts of the book, as their authors wrote them.

use std::fs;
use std::path::Path;

use crate::Problem;

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
    pub fn read(root: &Path, file: impl Into<String>) -> Result<Self, Problem> {
        let file = file.into();
        let text = fs::read_to_string(root.join(&file))
            .map_err(|error| Problem::new(&file, 1, format!("cannot be read: {error}")))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        Ok(Self { file, text })
    }

    /// Returns the first line that contains `needle`, or 1.
    pub fn line_of(&self, needle: &str) -> usize {
        let found = self.text.lines().position(|line| line.contains(needle));
        found.map_or(1, |index| index + 1)
    }

    /// Returns the line of the byte at `offset`.
    pub fn line(&self, offset: usize) -> usize {
        self.text.get(..offset).unwrap_or(&self.text).matches('\n').count() + 1
    }

    /// Creates a problem at the byte at `offset`.
    pub fn problem(&self, offset: usize, message: impl Into<String>) -> Problem {
        Problem::new(&self.file, self.line(offset), message)
    }

    /// Returns the name of the chapter: its file or folder in `src`, without extension.
    pub fn name(&self) -> &str {
        let path = self.file.strip_prefix("src/").unwrap_or(&self.file);
        let name = path.split('/').next().unwrap_or(path);
        name.strip_suffix(".md").unwrap_or(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_not_text() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("a.md"), "\u{feff}text").unwrap();
        assert_eq!(Source::read(root.path(), "a.md").unwrap().text, "text");
    }
}
