//! The directives of exercises in Markdown.

use std::ops::Range;
use std::path::Path;

use super::metadata::is_id;
use super::{Annotated, SOLUTION, Values, View};
use crate::include::expand_with;
use crate::{Expanded, Problems, Source};

/// A line of a page that is replaced by exercises.
pub(super) enum Directive<'a> {
    /// `{{#exercise id}}`: an exercise without its solution.
    Exercise(&'a str),
    /// `{{#exercises}}`: the tables of all exercises.
    Tables,
    /// `{{#solutions}}` or `{{#solutions 1 to 8}}`: solutions of the chapter, counted from 0.
    Solutions(Range<usize>),
}

impl<'a> Directive<'a> {
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        match line.strip_prefix("{{#")?.strip_suffix("}}")? {
            "exercises" => Some(Self::Tables),
            "solutions" => Some(Self::Solutions(0..usize::MAX)),
            other => match other.split_once(' ')? {
                ("exercise", id) => Some(Self::Exercise(id)),
                ("solutions", which) => {
                    let (first, last) = which.split_once(" to ")?;
                    let first = first.parse::<usize>().ok()?.checked_sub(1)?;
                    Some(Self::Solutions(first..last.parse().ok()?))
                }
                _ => None,
            },
        }
    }
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
        let is_directive = match Directive::parse(line) {
            Some(Directive::Exercise(id)) => is_id(id),
            Some(_) => true,
            None => line == SOLUTION && source.file.ends_with("/solution.md"),
        };
        hidden_code(root, &source.file, line)
            .or_else(|| is_directive.then(|| Ok(vec![line.to_owned()])))
    })
}
