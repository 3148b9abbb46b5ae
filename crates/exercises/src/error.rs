//! Errors, with their positions.

use std::io;
use std::path::PathBuf;

use dialect::{Library, Problem, Problems};
use thiserror::Error;

/// Why a command of `cargo exercise` failed.
#[derive(Debug, Error)]
pub enum Error {
    /// Files of exercises or of a course have mistakes, each listed with its file and line.
    #[error("{}", listed(.0))]
    Problems(#[from] Problems),
    /// A handout would have revealed a secret to students.
    #[error("nothing was written, because the handout would reveal a secret:\n{}", listed(.0))]
    Leak(Problems),
    /// An exercise does not support the command, or not yet; its reader can change that.
    #[error("{}", printable(.0))]
    Unfit(String),
    /// A file or folder already exists, and nothing is overwritten.
    #[error("{} already exists: {advice}", path.display())]
    Exists {
        /// The file or folder.
        path: PathBuf,
        /// Advice to the user.
        advice: &'static str,
    },
    /// The system or a program failed.
    #[error("{}", printable(.0))]
    Failed(String),
}

/// The maximum number of problems to list. A folder that holds no exercises has one for each folder
/// in it.
const MAX_LISTED: usize = 40;

fn listed(problems: &[Problem]) -> String {
    let (first, rest) = problems.split_at(problems.len().min(MAX_LISTED));
    let mut text = printable(&Problems(first.to_vec()).to_string());
    if !rest.is_empty() {
        text += &format!("\n... and {} more", rest.len());
    }
    text
}

/// Escapes what a terminal would obey or not show, such as colors and marks of the writing
/// direction, but not the ends of lines.
fn printable(text: &str) -> String {
    text.split('\n').map(one_line).collect::<Vec<_>>().join("\n")
}

/// Escapes the ends of lines as well.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        match c {
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => {
                line.extend(c.escape_unicode());
            }
            c if c.is_control() => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    line
}

impl Error {
    /// Reports an unknown exercise and suggests a similar one from `library`.
    pub(crate) fn unknown(id: &str, library: &Library) -> Self {
        let shown = one_line(id);
        let ids = || library.exercises.iter().map(|exercise| &exercise.id);
        let distance = |other: &String| strsim::levenshtein(id, other);
        let similar = ids()
            .filter(|other| distance(other) <= 1 + id.len() / 3)
            .min_by_key(|other| distance(other))
            .or_else(|| ids().find(|other| id.len() > 2 && other.contains(id)));
        Self::Failed(match similar {
            Some(other) => {
                format!("there is no exercise `{shown}`: did you mean `{other}`?")
            }
            None => {
                format!("there is no exercise `{shown}` (`cargo exercise list` lists all)")
            }
        })
    }

    /// Returns a function for `map_err` that adds the path and the failed action.
    pub(crate) fn file(
        path: impl Into<PathBuf>,
        action: &'static str,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Failed(format!("{}: {action}: {error}", path.display()))
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Problems(problem.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_printed() {
        let error = Error::Failed("a\nb\u{1b}[2J\u{202e}c\r\u{2028}é".into());
        let expected = r"b\u{1b}[2J\u{202e}c\r\u{2028}é";
        assert_eq!(error.to_string(), format!("a\n{expected}"));
        let unknown = Error::unknown("a\nb", &Library::default()).to_string();
        assert!(unknown.starts_with(r"there is no exercise `a\nb` "), "{unknown}");
    }

    #[test]
    fn a_long_list_of_problems_is_cut() {
        let problems = (1..=50).map(|line| Problem::new("a", line, "wrong"));
        let said = Error::Problems(Problems(problems.collect())).to_string();
        assert!(said.ends_with("a:40: wrong\n... and 10 more"), "{said}");
    }
}
