//! A Rust file that holds the solution and, in comments, what a student gets instead.
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
//! The file is plain Rust for every tool. The directives are whole lines, are never nested, and
//! anything that looks like one and is not stops the program: a typing error must not publish a
//! solution.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Value;
use crate::{Problem, Source};

const DIRECTIVE: &str = "//@";
const LONGEST_COMMENT: usize = 88;

/// What a file is rendered for.
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    /// Without directives, solved.
    Solved,
    /// What a student starts from.
    Stub,
    /// Solved, but for one region (counted from 0), which is replaced by this text.
    Mutant(usize, &'a str),
}

/// The values of the parameters that differ from the sources.
pub type Values = BTreeMap<String, Value>;

/// A Rust file with regions and parameters.
///
/// ```
/// use dialect::{Annotated, Source, Values, View};
///
/// let text = "//@ solution\nfn f() {}\n//@ stub\n//@ end\n//@ param n\nconst N: usize = 5;\n";
/// let source = Source { file: "a.rs".into(), text: text.into() };
/// let file = Annotated::parse(&source).unwrap();
/// assert_eq!(file.render(View::Stub, &Values::new()), "const N: usize = 5;\n");
/// ```
#[derive(Clone, Debug)]
pub struct Annotated {
    /// Path relative to the root, with `/` between its parts.
    pub file: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Line(String),
    Solution {
        line: usize,
        solution: Vec<String>,
        stub: Vec<String>,
    },
    Instructor(Vec<String>),
    Constant(Constant),
}

/// A constant whose literal a parameter replaces.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The parameter.
    pub parameter: String,
    /// Line of the constant.
    pub line: usize,
    text: String,
    literal: Range<usize>,
}

impl Constant {
    /// The value that stands in the source.
    pub fn literal(&self) -> &str {
        &self.text[self.literal.clone()]
    }

    /// The whole line.
    pub fn declaration(&self) -> &str {
        &self.text
    }
}

impl Annotated {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// A [`Problem`] with the line of the first directive that is unknown, nested, left open, or not
    /// alone on its line, of a region without a stub, and of a parameter without a constant.
    pub fn parse(source: &Source) -> Result<Self, Problem> {
        let mut parser = Parser {
            parts: Vec::new(),
            open: Open::Nothing,
        };
        for (index, line) in source.text.lines().enumerate() {
            let problem = |message| Problem::new(&source.file, index + 1, message);
            parser.line(index + 1, line).map_err(problem)?;
        }
        let unclosed = |line, what| {
            Err(Problem::new(
                &source.file,
                line,
                format!("{what} never ends"),
            ))
        };
        match parser.open {
            Open::Nothing => Ok(Self {
                file: source.file.clone(),
                parts: parser.parts,
            }),
            Open::Solution { line, .. } => unclosed(line, "this region"),
            Open::Instructor { line, .. } => unclosed(line, "this region"),
            Open::Parameter { line, .. } => {
                unclosed(line, "the file after this parameter")
            }
        }
    }

    /// The file for one of its readers.
    pub fn render(&self, view: View<'_>, values: &Values) -> String {
        let mut text = String::new();
        let mut regions = 0;
        for part in &self.parts {
            match part {
                Part::Line(line) => push(&mut text, line),
                Part::Instructor(_) => {}
                Part::Constant(constant) => {
                    let mut line = constant.text.clone();
                    if let Some(value) = values.get(&constant.parameter) {
                        line.replace_range(constant.literal.clone(), &value.literal());
                    }
                    push(&mut text, &line);
                }
                Part::Solution { solution, stub, .. } => {
                    let region = regions;
                    regions += 1;
                    match view {
                        View::Stub => {
                            stub.iter().for_each(|line| push(&mut text, line));
                        }
                        View::Mutant(wrong, body) if wrong == region => {
                            body.lines().for_each(|line| push(&mut text, line));
                        }
                        View::Solved | View::Mutant(..) => {
                            solution.iter().for_each(|line| push(&mut text, line));
                        }
                    }
                }
            }
        }
        text
    }

    /// The solutions of all regions, which no student may see.
    pub fn solutions(&self) -> Vec<String> {
        let regions = self.parts.iter().filter_map(|part| match part {
            Part::Solution { solution, .. } => Some(solution),
            Part::Instructor(lines) => Some(lines),
            _ => None,
        });
        regions
            .map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
            .collect()
    }

    /// The solution of a region, counted from 0.
    pub(super) fn solution(&self, region: usize) -> Option<String> {
        let mut regions = self.parts.iter().filter_map(|part| match part {
            Part::Solution { solution, .. } => Some(solution),
            _ => None,
        });
        let lines = regions.nth(region)?.iter();
        Some(lines.map(|line| format!("{line}\n")).collect())
    }

    /// The first lines of the solution regions, in order.
    pub fn regions(&self) -> Vec<usize> {
        let regions = self.parts.iter().filter_map(|part| match part {
            Part::Solution { line, .. } => Some(*line),
            _ => None,
        });
        regions.collect()
    }

    /// The constants that parameters replace.
    pub fn constants(&self) -> impl Iterator<Item = &Constant> {
        self.parts.iter().filter_map(|part| match part {
            Part::Constant(constant) => Some(constant),
            _ => None,
        })
    }

    /// Whether the code, solved or not, contains a word outside of comments.
    pub(super) fn says(&self, word: &str) -> bool {
        let values = Values::new();
        [View::Solved, View::Stub].into_iter().any(|view| {
            let text = self.render(view, &values);
            let mut code = text
                .lines()
                .map(|line| line.split("//").next().unwrap_or(line));
            code.any(|line| line.contains(word))
        })
    }

    /// The start of the first comment that is too long for a page. (Code is for rustfmt to wrap.)
    pub(super) fn overlong(&self) -> Option<String> {
        let text = self.render(View::Solved, &Values::new());
        let mut comments = text
            .lines()
            .filter(|line| line.trim_start().starts_with("//"));
        comments
            .find(|line| line.chars().count() > LONGEST_COMMENT)
            .map(|line| line.trim().chars().take(30).collect())
    }

    /// Names of the functions marked `#[test]`.
    pub fn tests(&self) -> Vec<String> {
        let text = self.render(View::Solved, &Values::new());
        let mut names = Vec::new();
        let mut marked = false;
        for line in text.lines().map(str::trim) {
            if line == "#[test]" {
                marked = true;
            } else if let Some(rest) = line.strip_prefix("fn ")
                && std::mem::take(&mut marked)
            {
                names.extend(rest.split_once('(').map(|(name, _)| name.to_owned()));
            }
        }
        names
    }
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// What the parser is inside of, and the line where it started.
enum Open {
    Nothing,
    Solution {
        line: usize,
        solution: Vec<String>,
        stub: Option<Vec<String>>,
    },
    Instructor {
        line: usize,
        lines: Vec<String>,
    },
    Parameter {
        line: usize,
        name: String,
    },
}

struct Parser {
    parts: Vec<Part>,
    open: Open,
}

impl Parser {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        match directive(line)? {
            Some((word, rest)) => self.directive(number, line, word, rest),
            None => self.text(number, line),
        }
    }

    fn text(&mut self, number: usize, line: &str) -> Result<(), String> {
        match &mut self.open {
            Open::Nothing => self.parts.push(Part::Line(line.to_owned())),
            Open::Instructor { lines, .. } => lines.push(line.to_owned()),
            Open::Solution { stub: Some(_), .. } => {
                return Err("after the stub comes `//@ end`".into());
            }
            Open::Solution { solution, .. } => solution.push(line.to_owned()),
            Open::Parameter { name, .. } => {
                let constant = constant(name, number, line)?;
                self.parts.push(Part::Constant(constant));
                self.open = Open::Nothing;
            }
        }
        Ok(())
    }

    fn directive(
        &mut self,
        number: usize,
        line: &str,
        word: &str,
        rest: &str,
    ) -> Result<(), String> {
        let open = std::mem::replace(&mut self.open, Open::Nothing);
        self.open = match (word, open) {
            (
                "stub",
                Open::Solution {
                    line: start,
                    solution,
                    stub,
                },
            ) => {
                let mut stub = stub.unwrap_or_default();
                if !rest.is_empty() {
                    let indent = &line[..line.len() - line.trim_start().len()];
                    stub.push(format!("{indent}{rest}"));
                }
                Open::Solution {
                    line: start,
                    solution,
                    stub: Some(stub),
                }
            }
            (
                "end",
                Open::Solution {
                    line: start,
                    solution,
                    stub,
                },
            ) => {
                let stub = stub.ok_or("the region has no `//@ stub`")?;
                if solution.iter().all(|line| line.trim().is_empty()) {
                    return Err("the region has no solution".into());
                }
                self.parts.push(Part::Solution {
                    line: start,
                    solution,
                    stub,
                });
                Open::Nothing
            }
            ("end", Open::Instructor { lines, .. }) => {
                self.parts.push(Part::Instructor(lines));
                Open::Nothing
            }
            ("solution", Open::Nothing) => Open::Solution {
                line: number,
                solution: Vec::new(),
                stub: None,
            },
            ("instructor", Open::Nothing) => Open::Instructor {
                line: number,
                lines: Vec::new(),
            },
            ("param", Open::Nothing) if !rest.is_empty() => Open::Parameter {
                line: number,
                name: rest.to_owned(),
            },
            ("param", Open::Nothing) => {
                return Err("`//@ param` names no parameter".into());
            }
            ("end" | "stub", _) => {
                return Err(format!("`//@ {word}` stands in no region"));
            }
            ("solution" | "instructor" | "param", _) => {
                return Err(format!("`//@ {word}` stands inside of a region"));
            }
            _ => {
                return Err(format!(
                    "unknown directive `//@ {word}`: solution, stub, end, instructor or param"
                ));
            }
        };
        if rest.is_empty() || matches!(word, "stub" | "param") {
            Ok(())
        } else {
            Err(format!("`//@ {word}` stands alone on its line"))
        }
    }
}

/// The word and the rest of a directive.
fn directive(line: &str) -> Result<Option<(&str, &str)>, String> {
    match line.find(DIRECTIVE) {
        None if is_misspelled(line) => {
            Err("a directive starts with `//@`, without a blank".into())
        }
        None => Ok(None),
        Some(at) if line[..at].trim().is_empty() => {
            let rest = line[at + DIRECTIVE.len()..].trim();
            Ok(Some(
                rest.split_once(' ')
                    .map_or((rest, ""), |(word, rest)| (word, rest.trim())),
            ))
        }
        Some(_) => Err("a directive `//@` stands alone on its line".into()),
    }
}

/// Whether a comment starts like a directive and is none: a mistake in typing must not publish what it
/// should have hidden.
fn is_misspelled(line: &str) -> bool {
    let comment = line.trim_start().strip_prefix("//");
    comment.is_some_and(|rest| {
        rest.trim_start_matches(['/', '!', ' ', '\t'])
            .starts_with('@')
    })
}

/// `const NAME: TYPE = LITERAL;`
fn constant(parameter: &str, line: usize, text: &str) -> Result<Constant, String> {
    let code = text.trim_start();
    let declared = code
        .strip_prefix("pub ")
        .unwrap_or(code)
        .starts_with("const ");
    let literal = text
        .find(" = ")
        .map(|at| at + 3)
        .zip(text.strip_suffix(';').map(str::len))
        .filter(|(start, end)| declared && start < end);
    let (start, end) = literal.ok_or(
        "below `//@ param` stands the constant: `const NAME: TYPE = LITERAL;`",
    )?;
    Ok(Constant {
        parameter: parameter.to_owned(),
        line,
        text: text.to_owned(),
        literal: start..end,
    })
}

#[cfg(test)]
mod tests;
