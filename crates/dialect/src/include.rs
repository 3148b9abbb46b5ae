//! `{{#include file:anchor}}`, as mdBook spells it, but strict: what cannot be found is an error.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::exercise::{hidden_code, is_exercise_directive};
use crate::source::unless;
use crate::{Problem, Source};

const OPEN: &str = "{{#include ";
const CLOSE: &str = "}}";
const ANCHOR: &str = "ANCHOR: ";
const ANCHOR_END: &str = "ANCHOR_END: ";

/// A chapter whose includes have been replaced, and the source line of each of its lines.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// Path of the chapter, relative to the root of the book.
    pub file: String,
    /// The text after expansion.
    pub text: String,
    /// Of each line of `text` where it starts, and the file, as an index of `files`, and the line that it
    /// comes from.
    lines: Vec<(usize, usize, usize)>,
    /// The files that lines come from: the chapter, and those of its exercises.
    files: Vec<String>,
}

impl Expanded {
    /// A text without lines.
    pub(crate) fn empty(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            text: String::new(),
            lines: Vec::new(),
            files: vec![file.to_owned()],
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
        let known = self.files.iter().rposition(|known| known == file);
        let index = known.unwrap_or_else(|| {
            self.files.push(file.to_owned());
            self.files.len() - 1
        });
        self.lines.push((self.text.len(), index, line));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// The file and the line that the byte at `offset` of the expanded text comes from.
    pub fn origin(&self, offset: usize) -> (&str, usize) {
        let after = self.lines.partition_point(|(start, ..)| *start <= offset);
        let (_, file, line) = self.lines[..after].last().unwrap_or(&(0, 0, 1));
        (&self.files[*file], *line)
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
/// `# {{#stub}}` and `# {{#solved}}` in the texts of an exercise stand for its code, in hidden lines.
///
/// The path is relative to the chapter. What stands before the directive on its line (the `> ` of
/// a quote) is put before every included line.
///
/// # Errors
///
/// One [`Problem`] for each include whose file or anchor is missing, empty, or not closed, for
/// line ranges (they rot: use an anchor), and for any other `{{#...}}` directive. Those of exercises
/// stay in the text for [`crate::with_exercises`].
///
/// ```
/// let source = dialect::Source { file: "src/a.md".into(), text: "{{#include no.rs:x}}\n".into() };
/// let problems = dialect::expand("/nowhere".as_ref(), &source).unwrap_err();
/// assert!(problems[0].to_string().starts_with("src/a.md:1: cannot include src/no.rs"));
/// ```
pub fn expand(root: &Path, source: &Source) -> Result<Expanded, Vec<Problem>> {
    let mut expanded = Expanded::empty(&source.file);
    let mut problems = Vec::new();
    for (line, number) in source.text.lines().zip(1..) {
        match included_lines(root, &source.file, line) {
            Ok(lines) => lines
                .iter()
                .for_each(|line| expanded.push(line, &source.file, number)),
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
    let Some(start) = line
        .find(OPEN)
        .filter(|start| !line[..*start].ends_with('`'))
    else {
        let unknown = line.find("{{#").filter(|_| {
            !line.contains("`{{#") && !is_exercise_directive(chapter, line)
        });
        return match unknown {
            Some(start) => Err(format!("unknown directive: {}", &line[start..])),
            None => Ok(vec![line.to_owned()]),
        };
    };
    let prefix = &line[..start];
    if !prefix.chars().all(|mark| matches!(mark, '>' | ' ')) {
        return Err("an include stands alone on its line, or in a quote".into());
    }
    let target = line[start + OPEN.len()..].trim_end().strip_suffix(CLOSE);
    let target =
        target.ok_or("an include must stand alone on its line and end in }}")?;
    let (path, anchor) = match target.trim().split_once(':') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (target.trim(), None),
    };
    let file = resolve(chapter.as_ref(), path)
        .ok_or_else(|| format!("{path} lies outside of the book"))?;
    let shown = file.to_string_lossy().replace('\\', "/");
    if shown.starts_with("exercises/") {
        return Err(format!(
            "{shown} belongs to an exercise, whose page shows what may be shown"
        ));
    }
    let text = fs::read_to_string(root.join(&file))
        .map_err(|error| format!("cannot include {shown}: {error}"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let lines = match anchor {
        None => text
            .lines()
            .filter(|line| !is_marker(line))
            .map(String::from)
            .collect(),
        Some(anchor) => {
            anchored(text, anchor).map_err(|why| format!("{shown}: {why}"))?
        }
    };
    if lines.is_empty() {
        return Err(format!("nothing to include from {shown}"));
    }
    if lines.iter().any(|line| line.contains(OPEN)) {
        return Err(format!("{shown} has includes of its own"));
    }
    Ok(lines
        .into_iter()
        .map(|line| format!("{prefix}{line}").trim_end().to_owned())
        .collect())
}

/// The lines between `ANCHOR: name` and `ANCHOR_END: name`, without other anchors' markers.
fn anchored(text: &str, anchor: &str) -> Result<Vec<String>, String> {
    if anchor.is_empty()
        || anchor.contains(':')
        || anchor.starts_with(|c: char| c.is_ascii_digit())
    {
        return Err(format!(
            "`{anchor}` is not an anchor (line ranges rot: name an anchor)"
        ));
    }
    let lines: Vec<_> = text.lines().collect();
    let places = |kind| {
        let places = (0..lines.len())
            .filter(|index| marker(lines[*index], kind) == Some(anchor));
        places.collect::<Vec<_>>()
    };
    match (&*places(ANCHOR), &*places(ANCHOR_END)) {
        ([start], [end]) if start < end => {
            let inside = lines[start + 1..*end].iter();
            Ok(inside
                .filter(|line| !is_marker(line))
                .map(|line| (*line).to_owned())
                .collect())
        }
        ([], []) => Err(format!("no anchor `{anchor}`")),
        ([_], []) => Err(format!("anchor `{anchor}` never ends")),
        ([_, _, ..], _) => Err(format!("anchor `{anchor}` starts twice")),
        _ => Err(format!("anchor `{anchor}` ends before it starts")),
    }
}

/// The name in a line such as `// ANCHOR: name`. A line of code that contains the word is no marker.
fn marker<'a>(line: &'a str, kind: &str) -> Option<&'a str> {
    let at = line.find(kind)?;
    let comment = !line[..at].contains(char::is_alphanumeric);
    let name = line[at + kind.len()..]
        .trim()
        .trim_end_matches("-->")
        .trim_end();
    comment.then_some(name)
}

fn is_marker(line: &str) -> bool {
    marker(line, ANCHOR).is_some() || marker(line, ANCHOR_END).is_some()
}

/// The file that a relative path in another file leads to, both as seen from one root. It does not ask the
/// file system, so that messages show the path as a reader of the repository knows it.
///
/// ```
/// let file = dialect::resolve("src/a.md".as_ref(), "../code/x.rs");
/// assert_eq!(file.as_deref(), Some("code/x.rs".as_ref()));
/// ```
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
