//! What the tests say about a reader's code.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use dialect::{Exercise, Test, TestFile, Values, View};

use super::{FOLDER, code, folder};
use crate::harness::{Library, Outcome, Outcomes, Part, Printed, Program, Version};
use crate::verify::said;
use crate::{Error, Toolchain};

/// What the tests say about a reader's code.
pub struct Checked<'a> {
    exercise: &'a Exercise,
    outcomes: Outcomes,
    printed: Printed,
}

/// Runs the tests of an exercise, public and hidden, on the reader's file, and gives each `limit` to
/// finish. The tests are those of the book, whatever became of the reader's copy; tests in other files of
/// the reader run as well.
///
/// # Errors
///
/// [`Error::Unfit`] for an exercise without tests or one that was not started,
/// [`Error::DoesNotCompile`] after the message of the compiler.
pub fn check<'a>(
    root: &Path,
    toolchain: &Toolchain,
    exercise: &'a Exercise,
    limit: Duration,
) -> Result<Checked<'a>, Error> {
    let code = code(exercise)?;
    let file = folder(root, exercise).join("src/lib.rs");
    if !file.is_file() {
        let id = &exercise.id;
        let message = format!(
            "there is no {FOLDER}/{id}/src/lib.rs: `cargo exercise start {id}` writes it"
        );
        return Err(Error::Unfit(message));
    }
    let tests = [TestFile::Public, TestFile::Hidden];
    let version = Version {
        library: Library::File(file.clone()),
        tests: tests
            .map(|file| (file, code.tests(file).render(View::Solved, &Values::new())))
            .into(),
    };
    let own = own_tests(root, exercise)?;
    let part = Part {
        crate_name: exercise.crate_name(),
        versions: vec![version],
    };
    match Program::compile_with(toolchain, &part, &own)? {
        Ok(program) => {
            let (outcomes, printed) = program.run_and_listen(0, limit)?;
            Ok(Checked {
                exercise,
                outcomes,
                printed,
            })
        }
        Err(rejected) => {
            eprintln!("{}", rejected.for_reader());
            let file = file.strip_prefix(root).unwrap_or(&file);
            Err(Error::DoesNotCompile(file.display().to_string()))
        }
    }
}

/// The reader's files in `tests/`, but for those of the exercise.
fn own_tests(root: &Path, exercise: &Exercise) -> Result<Vec<(String, String)>, Error> {
    let tests = folder(root, exercise).join("tests");
    let mut own = Vec::new();
    if !tests.is_dir() {
        return Ok(own);
    }
    for entry in fs::read_dir(&tests).map_err(Error::file(&tests, "cannot read"))? {
        let path = entry.map_err(Error::file(&tests, "cannot read"))?.path();
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let rust = path.extension().is_some_and(|extension| extension == "rs");
        let taken = ["public", "hidden", "library"].contains(&&*name);
        let module = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if rust && module && !taken {
            let text =
                fs::read_to_string(&path).map_err(Error::file(&path, "cannot read"))?;
            own.push((name, text));
        }
    }
    own.sort();
    Ok(own)
}

impl Checked<'_> {
    /// Whether all tests passed.
    pub fn passed(&self) -> bool {
        let mut tests = self.exercise.metadata.tests.iter();
        tests.all(|test| self.outcome(test) == &Outcome::Passed)
            && self.own().all(|(_, outcome)| *outcome == Outcome::Passed)
    }

    /// The tests that the reader has written.
    fn own(&self) -> impl Iterator<Item = (&String, &Outcome)> {
        let tests = &self.exercise.metadata.tests;
        let known = |name: &str| tests.iter().any(|test| test.name == name);
        self.outcomes.iter().filter(move |(name, _)| !known(name))
    }

    fn outcome(&self, test: &Test) -> &Outcome {
        self.outcomes.get(&test.name).unwrap_or(&Outcome::Crashed)
    }

    /// Points earned and points there are, in the tests.
    fn points(&self) -> (u32, u32) {
        let tests = &self.exercise.metadata.tests;
        let earned = tests
            .iter()
            .filter(|test| self.outcome(test) == &Outcome::Passed)
            .map(|test| test.points);
        (earned.sum(), tests.iter().map(|test| test.points).sum())
    }
}

impl fmt::Display for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let metadata = &self.exercise.metadata;
        writeln!(f, "{}: {}", self.exercise.id, metadata.title)?;
        let width = metadata.tests.iter().map(|test| test.name.len()).max();
        for test in &metadata.tests {
            let outcome = self.outcome(test);
            let word = match outcome {
                Outcome::Passed => "passed",
                _ => "FAILED",
            };
            let points = match test.points {
                0 => "no points".to_owned(), // what is given passes it, too
                1 => "1 point".to_owned(),
                points => format!("{points} points"),
            };
            let width = width.unwrap_or(0);
            writeln!(f, "  {word}  {:width$}  {points}", test.name)?;
            if *outcome != Outcome::Passed {
                explained(f, test, outcome)?;
            } else if let Some(printed) = self.printed.get(&test.name) {
                indented(f, printed)?;
            }
        }
        for (name, outcome) in self.own() {
            match outcome {
                Outcome::Passed => writeln!(f, "  passed  {name} (your own test)")?,
                failed => {
                    writeln!(f, "  FAILED  {name} (your own test)")?;
                    indented(f, &said(failed))?;
                }
            }
        }
        let (earned, points) = self.points();
        write!(f, "  {earned} of {points} points")?;
        let by_hand: u32 = metadata
            .rubric
            .iter()
            .map(|criterion| criterion.points)
            .sum();
        if by_hand > 0 {
            write!(f, ", and {by_hand} for what tests cannot see")?;
        }
        Ok(())
    }
}

/// What a reader learns of a test that failed: of a hidden one no more than its author wants to tell.
fn explained(
    f: &mut fmt::Formatter<'_>,
    test: &Test,
    outcome: &Outcome,
) -> fmt::Result {
    if test.file == TestFile::Public || !matches!(outcome, Outcome::Failed(_)) {
        let message = match outcome {
            Outcome::Failed(message) => message.clone(),
            other => said(other),
        };
        indented(f, &message)?;
    }
    indented(f, test.on_fail.as_deref().unwrap_or_default())
}

fn indented(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for line in text.lines() {
        writeln!(f, "          {line}")?;
    }
    Ok(())
}
