//! The directives of exercises in Markdown.

use std::ops::Range;
use std::path::Path;

use super::metadata::is_id;
use super::{Annotated, SOLUTION, Values, View};
use crate::include::expand_with;
use crate::{Expanded, Problems, Source};

/// `{{#exercise id}}` inserts an exercise without its solution. `{{#solutions}}` or
/// `{{#solutions 1 to 8}}` inserts solutions of the chapter, and `{{#exercises}}` the tables of all
/// exercises.
pub(super) const ONE: &str = "{{#exercise ";
pub(super) const SOLUTIONS: &str = "{{#solutions";
pub(super) const ALL: &str = "{{#exercises}}";

/// Returns whether a line is a directive of this module.
fn is_directive(file: &str, line: &str) -> bool {
    let one = id_in(line);
    let solution = line == SOLUTION && file.ends_with("/solution.md");
    one.is_some_and(is_id) || line == ALL || solutions(line).is_some() || solution
}

/// Returns the solutions of a chapter that a line requests, counted from 0.
pub(super) fn solutions(line: &str) -> Option<Range<usize>> {
    let which = line.strip_prefix(SOLUTIONS)?.strip_suffix("}}")?;
    if which.is_empty() {
        return Some(0..usize::MAX);
    }
    let (first, last) = which.strip_prefix(' ')?.split_once(" to ")?;
    Some(first.parse::<usize>().ok()?.checked_sub(1)?..last.parse().ok()?)
}

/// Replaces `# {{#stub}}` or `# {{#solved}}` by hidden lines, so that a snippet in the texts of an
/// exercise runs the actual code. Only `solution.md` may show the solution.
fn hidden_code(root: &Path, file: &str, line: &str) -> Option<Result<Vec<String>, String>> {
    let view = match line {
        "# {{#stub}}" => View::Stub,
        "# {{#solved}}" => View::Solved,
        _ => return None,
    };
    let (folder, name) = file.rsplit_once('/')?;
    if matches!(view, View::Solved) && name != "solution.md" {
        return Some(Err("only solution.md shows solved code".into()));
    }
    let source = Source::read(root, format!("{folder}/src/lib.rs"));
    let code = source.and_then(|source| Annotated::parse(&source));
    Some(code.map_err(|problem| problem.to_string()).map(|code| {
        let code = code.render(view, &Values::new());
        // The documentation of a file is only allowed on its first lines.
        let documents = |line: &&str| line.starts_with("//!") || line.is_empty();
        let lines = code.lines().skip_while(documents);
        lines.map(|line| format!("# {line}")).collect()
    }))
}

/// Returns the id in a directive for an exercise.
pub(super) fn id_in(line: &str) -> Option<&str> {
    line.strip_prefix(ONE)?.strip_suffix("}}")
}

/// Replaces every `{{#include path}}` and `{{#include path:anchor}}` that is alone on its line.
///
/// The path is relative to the chapter. In a quote, every included line starts with the same `> `
/// as the directive. In the texts of an exercise, `# {{#stub}}` and `# {{#solved}}` are replaced by
/// its code in hidden lines.
///
/// # Errors
///
/// Returns a problem for each include whose file or anchor is missing, empty, or not closed,
/// for ranges of lines (which become wrong when the file changes), and for unknown `{{#...}}`
/// directives. [`crate::with_exercises`] expands the directives of exercises.
pub fn expand(root: &Path, source: &Source) -> Result<Expanded, Problems> {
    expand_with(root, source, |line| {
        hidden_code(root, &source.file, line)
            .or_else(|| is_directive(&source.file, line).then(|| Ok(vec![line.to_owned()])))
    })
}
