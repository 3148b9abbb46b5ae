//! Finds secrets in the files of students.
//!
//! These files come from lists of permitted files, so a secret can only be in a text that an author
//! or an instructor wrote: a prompt that quotes the solution, or a public test that names a hidden
//! one.

use dialect::{Problem, TestFile};

use super::student::File;
use super::task::Task;

/// The length of a piece of a solution, without blanks, that no file may contain.
const PIECE_LENGTH: usize = 120;

/// The length from which a whole solution that is shorter than [`PIECE_LENGTH`] counts.
const MIN_SOLUTION_LENGTH: usize = 40;

pub(super) fn salt_in(salt: Option<&str>, folder: &str, files: &[File]) -> Vec<Problem> {
    let lines = files.iter().flat_map(|(name, text)| {
        let found = text.lines().position(|line| salt.is_some_and(|it| line.contains(it)));
        Some((name, found?))
    });
    let message = "this is the salt of the course";
    let problem = |(name, at)| Problem::new(format!("{folder}/{name}"), at + 1, message);
    lines.map(problem).collect()
}

/// Returns the lines that name a hidden test of a task or repeat much of its solution.
pub(super) fn secrets_in(task: &Task, folder: &str, files: &[File]) -> Vec<Problem> {
    let (exercise, mut problems) = (&task.exercise, Vec::new());
    let hidden = exercise.metadata.tests_in(TestFile::Hidden);
    let hidden: Vec<_> = hidden.map(|test| &*test.name).collect();
    let solutions = exercise.code.iter().flat_map(|code| code.library.solutions());
    let pieces: Vec<_> = solutions.flat_map(pieces).collect();
    for (name, text) in files {
        let mut found = |line, message| {
            problems.push(Problem::new(format!("{folder}/{name}"), line, message));
        };
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        for (line, text) in (1..).zip(text.lines()) {
            let mut words = text.split(|c| !is_word(c));
            // The name of the crate is public.
            let secret = |it: &&str| hidden.contains(it) && *it != exercise.crate_name();
            if let Some(test) = words.find(secret) {
                found(line, format!("`{test}` is a hidden test"));
            }
        }
        let lines: Vec<_> = text.lines().map(without_blanks).collect();
        let line_of = |piece: &String| {
            let rest = |line: &usize| lines[line - 1..].concat();
            (1..=lines.len()).take_while(|line| rest(line).contains(piece)).last()
        };
        if let Some(line) = pieces.iter().filter_map(line_of).min() {
            found(line, "this is much of the solution".to_owned());
        }
    }
    problems
}

/// Returns all pieces of a solution that start with a line and are too long to be revealed.
fn pieces(solution: &str) -> Vec<String> {
    let code = solution.lines().filter(|line| !line.trim().starts_with("//"));
    let lines: Vec<_> = code.map(without_blanks).collect();
    let starts = 0..lines.len();
    let pieces = starts.map(|start| lines[start..].concat().chars().take(PIECE_LENGTH).collect());
    let mut pieces: Vec<String> = pieces.collect();
    let least =
        pieces.first().map_or(PIECE_LENGTH, |first| first.chars().count().max(MIN_SOLUTION_LENGTH));
    pieces.retain(|piece| piece.chars().count() >= least);
    pieces
}

/// Removes blanks and the marks of comments and quotes.
fn without_blanks(line: &str) -> String {
    let line = line.trim_start_matches([' ', '\t', '/', '!', '>', '*']);
    line.chars().filter(|c| !c.is_whitespace()).collect()
}
