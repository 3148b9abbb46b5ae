//! Expands `{{#include file:anchor}}` as mdBook does, but a missing file or anchor is an error.

use std::path::{Component, Path, PathBuf};

use crate::exercise::{hidden_code, is_exercise_directive};
use crate::{Problem, Source, unless};

const OPEN: &str = "{{#include ";
const ANCHOR: &str = "ANCHOR: ";
const ANCHOR_END: &str = "ANCHOR_END: ";

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
    /// Creates a text without lines.
    pub(crate) fn empty(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            text: String::new(),
            lines: Vec::new(),
        }
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

/// Replaces every `{{#include path}}` and `{{#include path:anchor}}` that is alone on its line.
///
/// The path is relative to the chapter. In a quote, every included line starts with the same `> ` as the
/// directive. In the texts of an exercise, `# {{#stub}}` and `# {{#solved}}` are replaced by its code in
/// hidden lines.
///
/// # Errors
///
/// Returns a [`Problem`] for each include whose file or anchor is missing, empty, or not closed, for ranges
/// of lines (which become wrong when the file changes), and for unknown `{{#...}}` directives.
/// [`crate::with_exercises`] expands the directives of exercises.
pub fn expand(root: &Path, source: &Source) -> Result<Expanded, Vec<Problem>> {
    let mut expanded = Expanded::empty(&source.file);
    let mut problems = Vec::new();
    for (line, number) in source.text.lines().zip(1..) {
        match included_lines(root, &source.file, line) {
            Ok(lines) => {
                for line in lines {
                    expanded.push(&line, &source.file, number);
                }
            }
            Err(message) => problems.push(Problem::new(&source.file, number, message)),
        }
    }
    unless(problems, expanded)
}

/// Expands one line of a chapter.
fn included_lines(
    root: &Path,
    chapter: &str,
    line: &str,
) -> Result<Vec<String>, String> {
    if let Some(lines) = hidden_code(root, chapter, line) {
        return lines;
    }
    let Some((prefix, target)) = line
        .split_once(OPEN)
        .filter(|(prefix, _)| !prefix.ends_with('`'))
    else {
        let is_known = line.contains("`{{#") || is_exercise_directive(chapter, line);
        return match line.find("{{#") {
            Some(start) if !is_known => {
                Err(format!("unknown directive: {}", &line[start..]))
            }
            _ => Ok(vec![line.to_owned()]),
        };
    };
    if !prefix.chars().all(|mark| matches!(mark, '>' | ' ')) {
        return Err("an include is alone on its line, or in a quote".into());
    }
    let target = target.trim_end().strip_suffix("}}");
    let target =
        target.ok_or("an include must stand alone on its line and end in }}")?;
    let mut parts = target.trim().splitn(2, ':');
    let (path, anchor) = (parts.next().unwrap_or_default(), parts.next());
    let file = resolve(chapter.as_ref(), path)
        .ok_or_else(|| format!("{path} is outside the book"))?;
    let file = file.to_string_lossy().replace('\\', "/");
    if file.starts_with("exercises/") {
        let rule = "belongs to an exercise, whose page shows what may be shown";
        return Err(format!("{file} {rule}"));
    }
    let Source { file, text } = Source::read(root, file)
        .map_err(|error| format!("cannot include {}: {}", error.file, error.message))?;
    let lines: Vec<_> = text.lines().collect();
    let lines = match anchor {
        None => &lines[..],
        Some(anchor) => {
            anchored(&lines, anchor).map_err(|why| format!("{file}: {why}"))?
        }
    };
    if lines.iter().any(|line| line.contains(OPEN)) {
        return Err(format!("{file} has includes of its own"));
    }
    let lines = lines.iter().filter(|line| {
        marker(line, ANCHOR).is_none() && marker(line, ANCHOR_END).is_none()
    });
    let shown = |line: &&str| format!("{prefix}{line}").trim_end().to_owned();
    let lines: Vec<_> = lines.map(shown).collect();
    match lines.is_empty() {
        true => Err(format!("nothing to include from {file}")),
        false => Ok(lines),
    }
}

/// Returns the lines between `ANCHOR: name` and `ANCHOR_END: name`.
fn anchored<'a>(lines: &'a [&'a str], anchor: &str) -> Result<&'a [&'a str], String> {
    if anchor.is_empty()
        || anchor.contains(':')
        || anchor.starts_with(|c: char| c.is_ascii_digit())
    {
        let rule = "is not an anchor (line ranges rot: name an anchor)";
        return Err(format!("`{anchor}` {rule}"));
    }
    let places = |kind| {
        let is_there = |at: &usize| marker(lines[*at], kind) == Some(anchor);
        (0..lines.len()).filter(is_there).collect::<Vec<_>>()
    };
    match (&*places(ANCHOR), &*places(ANCHOR_END)) {
        ([start], [end]) if start < end => Ok(&lines[start + 1..*end]),
        ([], []) => Err(format!("no anchor `{anchor}`")),
        ([_], []) => Err(format!("anchor `{anchor}` never ends")),
        ([_, _, ..], _) => Err(format!("anchor `{anchor}` starts twice")),
        _ => Err(format!("anchor `{anchor}` ends before it starts")),
    }
}

/// Returns the name in a line such as `// ANCHOR: name`. Code that contains the word is not a marker.
fn marker<'a>(line: &'a str, kind: &str) -> Option<&'a str> {
    let at = line.find(kind)?;
    let (before, name) = (&line[..at], line[at + kind.len()..].trim());
    let is_comment = !before.contains(char::is_alphanumeric);
    is_comment.then_some(name.trim_end_matches("-->").trim_end())
}

/// Resolves a relative path in the file `from`. It does not access the file system, so that messages show
/// paths as they are in the repository.
pub fn resolve(from: &Path, path: &str) -> Option<PathBuf> {
    let mut resolved = from.parent()?.to_owned();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir if !resolved.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            part => resolved.push(part),
        }
    }
    Some(resolved)
}

#[cfg(test)]
mod tests;
