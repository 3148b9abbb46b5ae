//! What a reader does with an exercise: start it, have it checked, ask for a hint.
//!
//! Solutions of a reader lie in `my-solutions/`, which git ignores. It is a workspace of its own, so an
//! editor understands it, and nothing in it is ever overwritten.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chapters::{Code, Exercise, Test, TestFile, Values, View};

use crate::harness::{Library, Outcome, Outcomes, Printed, Program, Version};
use crate::verify::said;
use crate::{Error, Toolchain, manifest};

const FOLDER: &str = "my-solutions";

/// Where a reader works on an exercise.
pub fn folder(root: &Path, exercise: &Exercise) -> PathBuf {
    root.join(FOLDER).join(&exercise.id)
}

/// The exercises that a reader has started, in the order of `library`.
pub fn started<'a>(root: &Path, library: &'a chapters::Library) -> Vec<&'a Exercise> {
    let exercises = library.exercises.iter();
    exercises
        .filter(|exercise| folder(root, exercise).is_dir())
        .collect()
}

/// Writes what a reader starts from and returns the file to edit.
///
/// # Errors
///
/// [`Error::Exists`] if the exercise was started before: it is left as it is.
pub fn start(root: &Path, exercise: &Exercise) -> Result<PathBuf, Error> {
    let target = folder(root, exercise);
    if target.exists() {
        return Err(Error::Exists {
            path: target,
            advice: "to start again, rename or delete it",
        });
    }
    let solutions = root.join(FOLDER);
    fs::create_dir_all(&solutions).map_err(Error::file(&solutions, "cannot create"))?;
    let workspace = solutions.join("Cargo.toml");
    if !workspace.exists() {
        write(&workspace, &workspace_manifest(root)?)?;
        let lock = solutions.join("Cargo.lock");
        // The versions that the book was tested with.
        fs::copy(root.join("Cargo.lock"), &lock)
            .map_err(Error::file(lock, "cannot write"))?;
    }
    let staging = tempfile::Builder::new()
        .prefix(".start-")
        .tempdir_in(&solutions)
        .map_err(Error::file(&solutions, "cannot write"))?;
    let fresh = staging.path().join(&exercise.id);
    let file = files(exercise, &fresh)?;
    fs::rename(&fresh, &target).map_err(Error::file(&target, "cannot write"))?;
    Ok(target.join(file))
}

/// Writes the files of one exercise and returns the one to edit, relative to `folder`.
fn files(exercise: &Exercise, folder: &Path) -> Result<&'static str, Error> {
    let values = Values::new();
    let prompt = exercise.fill(&exercise.prompt.text, &values);
    let title = &exercise.metadata.title;
    write(&folder.join("README.md"), &format!("# {title}\n\n{prompt}"))?;
    let Some(code) = &exercise.code else {
        write(&folder.join("answer.md"), &format!("# {title}\n"))?;
        return Ok("answer.md");
    };
    write(&folder.join("Cargo.toml"), &manifest::package(exercise))?;
    let stub = code.library.render(View::Stub, &values);
    write(&folder.join("src/lib.rs"), &stub)?;
    let public = code.public.render(View::Solved, &values);
    write(&folder.join("tests/public.rs"), &public)?;
    Ok("src/lib.rs")
}

fn workspace_manifest(root: &Path) -> Result<String, Error> {
    let dependencies = manifest::dependencies(root, "../crates/attention")?;
    Ok(format!(
        "# Your solutions. `cargo exercise check` tests them; `cargo test` works here, too.\n\
         [workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n\
         # The libraries of the book are slow without optimization.\n\
         [profile.dev.package.\"*\"]\nopt-level = 3\n\n\
         [workspace.dependencies]\n{dependencies}"
    ))
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::file(folder, "cannot create"))?;
    }
    fs::write(path, text).map_err(Error::file(path, "cannot write"))
}

/// What the tests say about a reader's code.
pub struct Checked<'a> {
    exercise: &'a Exercise,
    outcomes: Outcomes,
    printed: Printed,
}

/// Runs the tests of an exercise, public and hidden, on the reader's file, and gives each `limit` to
/// finish. The tests are those of the book, whatever became of the reader's copy.
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
    match Program::compile(toolchain, &exercise.crate_name(), &[version])? {
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

fn code(exercise: &Exercise) -> Result<&Code, Error> {
    exercise.code.as_ref().ok_or_else(|| {
        let (id, kind) = (&exercise.id, exercise.metadata.kind.word());
        let message = format!(
            "`{id}` is a {kind}: it has no tests. Compare {FOLDER}/{id}/answer.md with the solution \
             in src/{}.md",
            exercise.chapter
        );
        Error::Unfit(message)
    })
}

impl Checked<'_> {
    /// Whether all tests passed.
    pub fn passed(&self) -> bool {
        let mut tests = self.exercise.metadata.tests.iter();
        tests.all(|test| self.outcome(test) == &Outcome::Passed)
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
            let s = if test.points == 1 { "" } else { "s" };
            let points = format!("{} point{s}", test.points);
            let width = width.unwrap_or(0);
            writeln!(f, "  {word}  {:width$}  {points}", test.name)?;
            if *outcome != Outcome::Passed {
                explained(f, test, outcome)?;
            } else if let Some(printed) = self.printed.get(&test.name) {
                indented(f, printed)?;
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

/// One hint of an exercise, counted from 1, with how to get the next.
///
/// # Errors
///
/// [`Error::Unfit`] if there are not so many.
///
/// ```
/// # let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// let library = chapters::Library::load(root.as_ref()).unwrap();
/// let exercise = library.get("at-least-ninety-percent").unwrap();
/// assert!(exercises::hint(exercise, 1).unwrap().starts_with("Hint 1 of "));
/// assert!(exercises::hint(exercise, 99).is_err());
/// ```
pub fn hint(exercise: &Exercise, number: usize) -> Result<String, Error> {
    let hints = &exercise.metadata.hints;
    let (id, count) = (&exercise.id, hints.len());
    let hint = number.checked_sub(1).and_then(|index| hints.get(index));
    let Some(hint) = hint else {
        let message = match count {
            0 => format!("`{id}` has no hints"),
            1 => format!("`{id}` has one hint, number 1"),
            count => format!("`{id}` has the hints 1 to {count}"),
        };
        return Err(Error::Unfit(message));
    };
    let text = exercise.fill(&hint.text, &Values::new());
    let mut shown = format!("Hint {number} of {count}\n\n{}", text.trim());
    if number < count {
        let next = number + 1;
        shown.push_str(&format!(
            "\n\n`cargo exercise hint {id} {next}` tells more."
        ));
    }
    Ok(shown)
}
