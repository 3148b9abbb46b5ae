//! Expands `{{#include file:anchor}}` as mdBook does, but a missing file or anchor is an error.

use std::path::{Component, Path, PathBuf};

use crate::{Expanded, Problem, Problems, Source, url};

const OPEN: &str = "{{#include ";
const ANCHOR: &str = "ANCHOR: ";
const ANCHOR_END: &str = "ANCHOR_END: ";

/// Replaces the includes, and the lines that `special` replaces.
///
/// # Errors
///
/// Returns a [`Problem`] for each line that cannot be replaced, and for unknown `{{#...}}`
/// directives.
pub(crate) fn expand_with(
    root: &Path,
    source: &Source,
    special: impl Fn(&str) -> Option<Result<Vec<String>, String>>,
) -> Result<Expanded, Problems> {
    let mut expanded = Expanded::empty(&source.file);
    let mut problems = Vec::new();
    for (line, number) in source.text.lines().zip(1..) {
        let lines = special(line).unwrap_or_else(|| included_lines(root, &source.file, line));
        match lines {
            Ok(lines) => {
                for line in lines {
                    expanded.push(&line, &source.file, number);
                }
            }
            Err(message) => problems.push(Problem::new(&source.file, number, message)),
        }
    }
    Problems(problems).or(expanded)
}

fn included_lines(root: &Path, chapter: &str, line: &str) -> Result<Vec<String>, String> {
    let Some((prefix, target)) = line.split_once(OPEN).filter(|(prefix, _)| !prefix.ends_with('`'))
    else {
        return match line.find("{{#") {
            Some(start) if !line.contains("`{{#") => {
                Err(format!("unknown directive: {}", &line[start..]))
            }
            _ => Ok(vec![line.to_owned()]),
        };
    };
    if !prefix.chars().all(|mark| matches!(mark, '>' | ' ')) {
        return Err("an include is alone on its line, or in a quote".into());
    }
    let target = target.trim_end().strip_suffix("}}");
    let target = target.ok_or("an include must be alone on its line and end in }}")?;
    let mut parts = target.trim().splitn(2, ':');
    let (path, anchor) = (parts.next().unwrap_or_default(), parts.next());
    let file = resolve(chapter.as_ref(), path);
    let file = url(&file.ok_or_else(|| format!("{path} is outside the book"))?);
    if file.starts_with("exercises/") {
        let rule = "belongs to an exercise, whose page shows what may be shown";
        return Err(format!("{file} {rule}"));
    }
    let Source { file, text } = Source::read(root, file)
        .map_err(|error| format!("cannot include {}: {}", error.file, error.message))?;
    let lines: Vec<_> = text.lines().collect();
    let lines = match anchor {
        None => &lines[..],
        Some(anchor) => anchored(&lines, anchor).map_err(|why| format!("{file}: {why}"))?,
    };
    if lines.iter().any(|line| line.contains(OPEN)) {
        return Err(format!("{file} has includes of its own"));
    }
    let lines = lines
        .iter()
        .filter(|line| marker(line, ANCHOR).is_none() && marker(line, ANCHOR_END).is_none());
    let shown = |line: &&str| format!("{prefix}{line}").trim_end().to_owned();
    let lines: Vec<_> = lines.map(shown).collect();
    match lines.is_empty() {
        true => Err(format!("nothing to include from {file}")),
        false => Ok(lines),
    }
}

/// Returns the lines between `ANCHOR: name` and `ANCHOR_END: name`.
fn anchored<'a>(lines: &'a [&'a str], anchor: &str) -> Result<&'a [&'a str], String> {
    if anchor.is_empty() || anchor.contains(':') || anchor.starts_with(|c: char| c.is_ascii_digit())
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

/// Returns the name in a line such as `// ANCHOR: name`. Code that contains the word is not a
/// marker.
fn marker<'a>(line: &'a str, kind: &str) -> Option<&'a str> {
    let at = line.find(kind)?;
    let (before, name) = (&line[..at], line[at + kind.len()..].trim());
    let is_comment = !before.contains(char::is_alphanumeric);
    is_comment.then_some(name.trim_end_matches("-->").trim_end())
}

/// Resolves a relative path in the file `from`. It does not access the file system, so that
/// messages show paths as they are in the repository.
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
