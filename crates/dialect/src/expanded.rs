//! Texts whose parts come from several files.

use crate::{Problem, Source};

/// A chapter with its includes expanded, and the origin of each line.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// Path of the chapter, relative to the root of the book.
    pub file: String,
    /// The text after expansion.
    pub text: String,
    /// The start of each line of `text`, and the file and line of its origin.
    lines: Vec<(usize, String, usize)>,
}

impl Expanded {
    pub(crate) fn empty(file: &str) -> Self {
        Self { file: file.to_owned(), text: String::new(), lines: Vec::new() }
    }

    /// Returns the text without expanding its includes.
    pub(crate) fn unexpanded(source: &Source) -> Self {
        let mut text = Self::empty(&source.file);
        for (line, number) in source.text.lines().zip(1..) {
            text.push(line, &source.file, number);
        }
        text
    }

    /// Appends a line that originates from `line` of `file`.
    pub(crate) fn push(&mut self, text: &str, file: &str, line: usize) {
        self.lines.push((self.text.len(), file.to_owned(), line));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Iterates over the lines with the file and line of their origin.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&str, &str, usize)> {
        let texts = self.text.lines().zip(&self.lines);
        texts.map(|(text, (_, file, line))| (text, &**file, *line))
    }

    /// Returns the file and line from which the byte at `offset` of the expanded text originates.
    pub fn origin(&self, offset: usize) -> (&str, usize) {
        let after = self.lines.partition_point(|(start, ..)| *start <= offset);
        let origin = self.lines[..after].last();
        origin.map_or((&self.file, 1), |(_, file, line)| (file, *line))
    }

    /// Returns the line from which the byte at `offset` of the expanded text originates.
    pub fn line(&self, offset: usize) -> usize {
        self.origin(offset).1
    }

    /// Creates a problem at the byte at `offset` of the expanded text.
    pub fn problem(&self, offset: usize, message: impl Into<String>) -> Problem {
        let (file, line) = self.origin(offset);
        Problem::new(file, line, message)
    }
}
