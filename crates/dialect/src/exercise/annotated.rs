//! A Rust file that contains the solution and, in comments, the starter code.
//!
//! ```text
//! pub fn double(x: f32) -> f32 {
//!     //@ solution
//!     2.0 * x
//!     //@ stub todo!("double {x}")
//!     //@ end
//! }
//! ```
//!
//! Every tool can read the file as plain Rust. Directives are whole lines and are never nested. A
//! malformed directive is an error, since a typing error must not publish a solution. The line
//! `exercise_solutions::tests!(name);`, which makes the file a program, is not rendered.

use std::collections::BTreeMap;

use super::{Mutant, Value};
use crate::{Problem, Source};

const DIRECTIVE: &str = "//@";
const PROGRAM: &str = "exercise_solutions::tests!(";
const LONGEST_COMMENT: usize = 88;

/// The variant of a file to render.
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    /// The solved file without directives.
    Solved,
    /// The starter code.
    Stub,
    /// The solved file with one wrong region.
    Mutant(&'a Mutant),
}

/// Values of parameters that replace those in the sources.
pub type Values = BTreeMap<String, Value>;

/// A Rust file with regions and parameters.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// Path relative to the root, separated by `/`.
    pub file: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Solution(Region),
    Instructor(Region),
    Constant(Constant),
}

/// A solution with its stub, or a part for instructors, which has none.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    /// The line where the region starts.
    pub(super) line: usize,
    pub(super) solution: String,
    stub: Option<String>,
}

/// A constant whose literal is replaced by a parameter.
#[derive(Clone, Debug, Default)]
pub struct Constant {
    /// The name of the parameter.
    pub parameter: String,
    /// The line of the constant.
    pub line: usize,
    /// The text before `=`.
    pub declaration: String,
    /// The value in the source.
    pub literal: String,
}

impl Annotated {
    /// Parses a file.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] with the line of the first directive that is unknown, nested, not
    /// closed, or not alone on its line, of a region without a stub, or of a parameter without a
    /// constant.
    pub fn parse(source: &Source) -> Result<Self, Problem> {
        let mut parser = Parser { parts: Vec::new(), open: None };
        let (file, lines) = (source.file.clone(), source.text.lines());
        for (number, line) in (1..).zip(lines) {
            let read = parser.line(number, line);
            read.map_err(|message| Problem::new(&file, number, message))?;
        }
        let parts = parser.parts;
        let (line, what) = match parser.open {
            None | Some(Part::Text(_)) => return Ok(Self { file, parts }),
            Some(Part::Solution(it) | Part::Instructor(it)) => (it.line, "this region"),
            Some(Part::Constant(it)) => (it.line, "the file after this parameter"),
        };
        Err(Problem::new(file, line, format!("{what} never ends")))
    }

    /// Renders one variant of the file.
    pub fn render(&self, view: View<'_>, values: &Values) -> String {
        let mut text = String::new();
        let mut regions = 0;
        for part in &self.parts {
            match part {
                Part::Text(line) => text += line,
                Part::Instructor(_) => {}
                Part::Constant(constant) => {
                    let value = values.get(&constant.parameter).map(Value::literal);
                    let literal = value.as_ref().unwrap_or(&constant.literal);
                    text += &format!("{} = {literal};\n", constant.declaration);
                }
                Part::Solution(region) => {
                    match view {
                        View::Stub => {
                            text += region.stub.as_deref().unwrap_or_default();
                        }
                        View::Mutant(wrong) if wrong.region == regions => {
                            wrong.text.lines().for_each(|line| push(&mut text, line));
                        }
                        View::Solved | View::Mutant(..) => text += &region.solution,
                    }
                    regions += 1;
                }
            }
        }
        text
    }

    /// Returns the lines that the solution changes in the starter code, a few lines around them,
    /// and the head of their function. If `diff`, the replaced lines are included.
    pub(super) fn changes(&self, diff: bool) -> String {
        let mut lines = Vec::new();
        for part in &self.parts {
            let (old, new, changed) = match part {
                Part::Text(line) => ("", &**line, false),
                Part::Constant(constant) => ("", &*constant.declaration, false),
                Part::Instructor(_) => continue,
                Part::Solution(region) => {
                    let stub = region.stub.as_deref().unwrap_or_default();
                    (stub, &*region.solution, true)
                }
            };
            if diff {
                lines.extend(old.lines().map(|line| ('-', line)));
            }
            let sign = if changed { '+' } else { ' ' };
            lines.extend(new.lines().map(|line| (sign, line)));
        }
        let is_changed = |at: usize| lines[at].0 != ' ';
        let is_head = |at: &usize| lines[*at].1.contains("fn ");
        // The head of a changed function, down to its brace.
        let is_of_head = |at: usize| {
            let Some(head) = (0..=at).rev().find(is_head) else {
                return false;
            };
            let opens = |at: &usize| lines[*at].1.trim_end().ends_with('{');
            let mut body = (head + 1..lines.len()).take_while(|at| !is_head(at));
            at <= (head..lines.len()).find(opens).unwrap_or(head) && body.any(is_changed)
        };
        let shown = |at: usize| {
            // The context is two lines before a change and one after it.
            let mut near = at.saturating_sub(1)..(at + 3).min(lines.len());
            let documents = lines[at].1.trim_start().starts_with("///");
            is_changed(at) || is_of_head(at) || !documents && near.any(is_changed)
        };
        let mut text = String::new();
        let mut last = None;
        for (at, (sign, line)) in lines.iter().enumerate().filter(|(at, _)| shown(*at)) {
            if last.is_some_and(|last| last + 1 < at) {
                push(&mut text, "// ...");
            }
            last = Some(at);
            match diff {
                true => push(&mut text, format!("{sign} {line}").trim_end()),
                false => push(&mut text, line),
            }
        }
        text
    }

    /// Iterates over everything hidden from students: the solutions of all regions and the parts
    /// for instructors.
    pub fn solutions(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Solution(it) | Part::Instructor(it) => Some(&*it.solution),
            _ => None,
        })
    }

    pub(super) fn regions(&self) -> impl Iterator<Item = &Region> {
        self.parts.iter().filter_map(|part| match part {
            Part::Solution(region) => Some(region),
            _ => None,
        })
    }

    /// Iterates over the constants that parameters replace.
    pub fn constants(&self) -> impl Iterator<Item = &Constant> {
        self.parts.iter().filter_map(|part| match part {
            Part::Constant(constant) => Some(constant),
            _ => None,
        })
    }

    /// Returns whether the code, solved or not, contains a word outside comments.
    pub fn says(&self, word: &str) -> bool {
        [View::Solved, View::Stub].into_iter().any(|view| {
            let text = self.render(view, &Values::new());
            let mut code = text.lines().filter_map(|line| line.split("//").next());
            code.any(|line| line.contains(word))
        })
    }

    /// Iterates over the lines outside directives, with their numbers.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut number = 0;
        self.parts.iter().filter_map(move |part| match part {
            Part::Text(line) => {
                number += 1;
                Some((number, line.trim_end()))
            }
            Part::Constant(constant) => {
                number = constant.line;
                None
            }
            Part::Solution(_) | Part::Instructor(_) => None,
        })
    }

    /// Returns the start of the first comment that is too long for a page. rustfmt only wraps code.
    pub(super) fn overlong(&self) -> Option<String> {
        let text = self.render(View::Solved, &Values::new());
        let mut lines = text.lines();
        let line = lines
            .find(|line| line.chars().count() > LONGEST_COMMENT && line.trim().starts_with("//"));
        line.map(|line| line.trim().chars().take(30).collect())
    }

    /// Returns the names of the functions marked `#[test]`.
    pub(super) fn tests(&self) -> Vec<String> {
        let text = self.render(View::Solved, &Values::new());
        let mut lines = text.lines().map(str::trim);
        let mut names = Vec::new();
        while lines.any(|line| line == "#[test]") {
            let function = lines.find_map(|line| line.strip_prefix("fn "));
            let name = function.and_then(|rest| rest.split_once('('));
            names.extend(name.map(|(name, _)| name.to_owned()));
        }
        names
    }
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

struct Parser {
    parts: Vec<Part>,
    /// The open region or parameter, with the line where it started.
    open: Option<Part>,
}

impl Parser {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        if let Some((word, rest)) = directive(line)? {
            let indent = &line[..line.len() - line.trim_start().len()];
            return self.directive(number, indent, word, rest);
        }
        if line.starts_with(PROGRAM) {
            return Ok(());
        }
        match &mut self.open {
            Some(Part::Solution(Region { stub: Some(_), .. })) => {
                return Err("after the stub comes `//@ end`".into());
            }
            Some(Part::Solution(it) | Part::Instructor(it)) => {
                push(&mut it.solution, line);
            }
            Some(Part::Constant(open)) => {
                *open = constant(&open.parameter, number, line)?;
                self.parts.extend(self.open.take());
            }
            _ => self.parts.push(Part::Text(format!("{line}\n"))),
        }
        Ok(())
    }

    fn directive(
        &mut self,
        line: usize,
        indent: &str,
        word: &str,
        rest: &str,
    ) -> Result<(), String> {
        let region = Region { line, ..Region::default() };
        self.open = match (word, self.open.take()) {
            ("stub", Some(Part::Solution(mut region))) => {
                let stub = region.stub.get_or_insert_default();
                if !rest.is_empty() {
                    push(stub, &format!("{indent}{rest}"));
                }
                Some(Part::Solution(region))
            }
            ("end", Some(Part::Solution(region))) => {
                if region.stub.is_none() {
                    return Err("the region has no `//@ stub`".into());
                }
                if region.solution.trim().is_empty() {
                    return Err("the region has no solution".into());
                }
                self.parts.push(Part::Solution(region));
                None
            }
            ("end", Some(part @ Part::Instructor(_))) => {
                self.parts.push(part);
                None
            }
            ("solution", None) => Some(Part::Solution(region)),
            ("instructor", None) => Some(Part::Instructor(region)),
            ("param", None) if rest.is_empty() => {
                return Err("`//@ param` names no parameter".into());
            }
            ("param", None) => Some(Part::Constant(Constant {
                parameter: rest.to_owned(),
                line,
                ..Constant::default()
            })),
            ("end" | "stub", _) => {
                return Err(format!("`//@ {word}` is outside any region"));
            }
            ("solution" | "instructor" | "param", _) => {
                return Err(format!("`//@ {word}` is inside a region"));
            }
            _ => {
                return Err(format!(
                    "unknown directive `//@ {word}`: solution, stub, end, instructor, or param"
                ));
            }
        };
        if rest.is_empty() || matches!(word, "stub" | "param") {
            Ok(())
        } else {
            Err(format!("`//@ {word}` is alone on its line"))
        }
    }
}

/// Returns the word and the rest of a directive.
fn directive(line: &str) -> Result<Option<(&str, &str)>, String> {
    match line.find(DIRECTIVE) {
        None if is_misspelled(line) => Err("a directive starts with `//@`, without a blank".into()),
        None => Ok(None),
        Some(at) if line[..at].trim().is_empty() => {
            let rest = line[at + DIRECTIVE.len()..].trim();
            let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            Ok(Some((word, rest.trim())))
        }
        Some(_) => Err("a directive `//@` is alone on its line".into()),
    }
}

/// Returns whether a comment looks like a misspelled directive, which could publish a solution.
fn is_misspelled(line: &str) -> bool {
    let comment = line.trim_start().strip_prefix("//").unwrap_or_default();
    let rest = comment.trim_start_matches(['/', '!', ' ', '\t']);
    rest.starts_with('@')
}

/// Parses `const NAME: TYPE = LITERAL;`.
fn constant(parameter: &str, line: usize, text: &str) -> Result<Constant, String> {
    let code = text.trim_start();
    let code = code.strip_prefix("pub ").unwrap_or(code);
    let parts = text.strip_suffix(';').and_then(|it| it.split_once(" = "));
    match parts.filter(|_| code.starts_with("const ")) {
        Some((declaration, literal)) if !literal.is_empty() => Ok(Constant {
            parameter: parameter.to_owned(),
            line,
            declaration: declaration.to_owned(),
            literal: literal.to_owned(),
        }),
        _ => Err("`//@ param` is followed by the constant: `const NAME: TYPE = LITERAL;`".into()),
    }
}

#[cfg(test)]
mod tests;
