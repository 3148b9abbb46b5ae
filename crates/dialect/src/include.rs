//! `{{#include file:anchor}}`, as mdBook spells it, but strict: what cannot be found is an error.

use std::path::{Component, Path, PathBuf};

use crate::exercise::{hidden_code, is_exercise_directive};
use crate::{Problem, Source, unless};

const OPEN: &str = "{{#include ";
const ANCHOR: &str = "ANCHOR: ";
const ANCHOR_END: &str = "ANCHOR_END: ";

/// A chapter whose includes have been replaced, and the source line of each of its lines.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// Path of the chapter, relative to the root of the book.
    pub file: String,
    /// The text after expansion.
    pub text: String,
    /// Where each line of `text` starts, and the file and the line that it comes from.
    lines: Vec<(usize, String, usize)>,
}

impl Expanded {
    /// A text without lines.
    pub(crate) fn empty(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            text: String::new(),
            lines: Vec::new(),
        }
    }

    /// The text as it is written.
    pub(crate) fn unexpanded(source: &Source) -> Self {
        let mut text = Self::empty(&source.file);
        for (line, number) in source.text.lines().zip(1..) {
            text.push(line, &source.file, number);
        }
        text
    }

    /// Appends one line, which comes from `line` of `file`.
    pub(crate) fn push(&mut self, text: &str, file: &str, line: usize) {
        self.lines.push((self.text.len(), file.to_owned(), line));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// The file and the line that the byte at `offset` of the expanded text comes from.
    pub fn origin(&self, offset: usize) -> (&str, usize) {
        let after = self.lines.partition_point(|(start, ..)| *start <= offset);
        let origin = self.lines[..after].last();
        origin.map_or((&self.file, 1), |(_, file, line)| (file, *line))
    }

    /// The line of the source file that the byte at `offset` of the expanded text comes from.
    pub fn line(&self, offset: usize) -> usize {
        self.origin(offset).1
    }

    /// A problem at the byte at `offset` of the expanded text.
    pub fn problem(&self, offset: usize, message: impl Into<String>) -> Problem {
        let (file, line) = self.origin(offset);
        Problem::new(file, line, message)
    }
}

/// Replaces every `{{#include path}}` and `{{#include path:anchor}}` that stands alone on a line.
///
/// The path is relative to the chapter. What stands before the directive on its line (the `> ` of
/// a quote) is put before every included line. `# {{#stub}}` and `# {{#solved}}` in the texts of an
/// exercise stand for its code, in hidden lines.
///
/// # Errors
///
/// One [`Problem`] for each include whose file or anchor is missing, empty, or not closed, for
/// line ranges (they rot: use an anchor), and for any other `{{#...}}` directive. Those of exercises
/// stay in the text for [`crate::with_exercises`].
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

/// The lines that one line of a chapter stands for.
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

/// The lines between `ANCHOR: name` and `ANCHOR_END: name`.
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

/// The name in a line such as `// ANCHOR: name`. A line of code that contains the word is no marker.
fn marker<'a>(line: &'a str, kind: &str) -> Option<&'a str> {
    let at = line.find(kind)?;
    let (before, name) = (&line[..at], line[at + kind.len()..].trim());
    let is_comment = !before.contains(char::is_alphanumeric);
    is_comment.then_some(name.trim_end_matches("-->").trim_end())
}

/// The file that a relative path in another file leads to, both as seen from one root. It does not ask the
/// file system, so that messages show the path as a reader of the repository knows it.
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
