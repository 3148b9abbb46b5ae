//! Wrong solutions that the tests of an exercise must find.
//!
//! `mutants.toml` has a table for each, whose title is the misconception. It lists the tests that
//! must fail and the differences from the solution:
//!
//! ```toml
//! ["takes the square"]
//! fails = ["negative_numbers_stay_negative"]
//! change.'x + x' = 'x * x'
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::metadata::parse_toml;
use crate::{Problem, Problems, Source};

/// In the text to be changed, matches everything between its neighbors.
const BETWEEN: &str = " ... ";

/// A wrong solution with its misconception.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The misconception that leads to this code.
    pub misconception: String,
    /// Path relative to the root, separated by `/`.
    pub file: String,
    /// The line where the mutant starts.
    pub line: usize,
    /// The tests that must fail.
    pub expect_fail: Vec<String>,
    /// The replaced region, counted from 0.
    pub region: usize,
    /// The code that replaces the solution.
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    fails: Vec<String>,
    /// Counted from 1, which is the default.
    region: Option<usize>,
    /// Parts that occur once in the solution, each with its replacement.
    #[serde(default)]
    change: BTreeMap<String, String>,
    /// The whole code, if it has little in common with the solution.
    code: Option<String>,
}

impl Mutant {
    /// Reads the mutants in the order of the file. A missing file has none. They change
    /// `solutions`, the regions of the library.
    pub(super) fn read_all(
        root: &Path,
        file: &str,
        solutions: &[&str],
    ) -> Result<Vec<Self>, Problems> {
        if !root.join(file).exists() {
            return Ok(Vec::new());
        }
        let source = Source::read(root, file)?;
        let tables: BTreeMap<Spanned<String>, Raw> = parse_toml(&source)?;
        let (mut mutants, mut problems) = (Vec::new(), Vec::new());
        for (misconception, raw) in tables {
            let line = source.line(misconception.span().start);
            let region = raw.region.unwrap_or(1);
            match text(&raw, region, solutions) {
                Ok(text) => mutants.push(Self {
                    misconception: misconception.into_inner(),
                    file: source.file.clone(),
                    line,
                    expect_fail: raw.fails,
                    region: region - 1,
                    text,
                }),
                Err(message) => {
                    problems.push(Problem::new(&source.file, line, message));
                }
            }
        }
        mutants.sort_by_key(|mutant: &Self| mutant.line);
        Problems(problems).or(mutants)
    }
}

fn text(raw: &Raw, region: usize, solutions: &[&str]) -> Result<String, String> {
    if raw.fails.is_empty() {
        return Err("a mutant names in `fails` the tests that must fail".into());
    }
    let index = region.checked_sub(1);
    let solution = index.and_then(|index| solutions.get(index));
    let solution = solution.ok_or_else(|| format!("there is no region {region} in src/lib.rs"))?;
    let text = match &raw.code {
        Some(code) if raw.change.is_empty() => format!("{}\n", code.trim_end()),
        None if !raw.change.is_empty() => changed(solution, &raw.change)?,
        _ => return Err("a mutant has either `change` or `code`".into()),
    };
    if text.trim().is_empty() {
        return Err("the mutant has no code".into());
    }
    if text.contains("todo!(") || text.contains("unimplemented!(") {
        return Err("a mutant is a wrong solution, not a missing one".into());
    }
    if text.contains("//@") {
        return Err("a mutant has no directives".into());
    }
    Ok(text)
}

/// Applies all changes. Each is searched for in the original solution, not in the text of another
/// change.
fn changed(solution: &str, changes: &BTreeMap<String, String>) -> Result<String, String> {
    let mut places = Vec::new();
    for (from, to) in changes {
        // Without ` ... `, the match ends with its start.
        let (start, end) = from.split_once(BETWEEN).unwrap_or((from, ""));
        let mut found = solution.match_indices(start).map(|(at, _)| at);
        let (Some(at), None) = (found.next(), found.next()) else {
            return Err(format!("the solution does not contain `{start}` exactly once"));
        };
        let behind = solution[at + start.len()..].find(end);
        let behind = behind.ok_or_else(|| format!("there is no `{end}` after `{start}`"))?;
        places.push((at, at + start.len() + behind + end.len(), to));
    }
    places.sort();
    let (mut text, mut done) = (String::new(), 0);
    for (at, end, to) in places {
        if at < done {
            return Err("two changes overlap".into());
        }
        text.push_str(&solution[done..at]);
        text.push_str(to.trim());
        done = end;
    }
    text.push_str(&solution[done..]);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(changes: &[(&str, &str)]) -> Result<String, String> {
        let owned = |(from, to): &(&str, &str)| ((*from).to_owned(), (*to).to_owned());
        changed("let a = 1;\nlet b = a + 2;\na * b\n", &changes.iter().map(owned).collect())
    }

    #[test]
    fn changed_lines_are_replaced() {
        assert_eq!(
            change(&[("= 1", "= 2"), ("* b", "- b")]).unwrap(),
            "let a = 2;\nlet b = a + 2;\na - b\n"
        );
        assert_eq!(change(&[("let a ... + 2;", "let b = 3;")]).unwrap(), "let b = 3;\na * b\n");
    }

    #[test]
    fn text_that_does_not_occur_once_is_an_error() {
        for (changes, expected) in [
            (&[("let", "")][..], "the solution does not contain `let` exactly once"),
            (&[("= 4", "")], "the solution does not contain `= 4` exactly once"),
            (&[("a * ... + 2", "")], "there is no `+ 2` after `a *`"),
            (&[("= 1", ""), ("let a ... b", "")], "two changes overlap"),
        ] {
            assert_eq!(change(changes).unwrap_err(), expected);
        }
    }
}
