//! What must hold for every exercise before a reader gets it.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use chapters::{Code, Exercise, Problem, TestFile, Values, View};

use crate::harness::{
    Library, Outcome, Outcomes, Program, Version, temporary_folder, write,
};
use crate::toolchain::{Toolchain, run};
use crate::{Error, draw};

/// How many sets of values the solution is tried with, and how many of these the stub and the mutants.
const SOLUTION_SEEDS: usize = 20;
const OTHER_SEEDS: usize = 5;

/// A test of the reference solution may take a third of this.
const LIMIT: Duration = Duration::from_secs(9);

/// Tries all exercises, several at a time, and returns what does not hold.
///
/// # Errors
///
/// [`Error::Tool`] or [`Error::File`] if exercises cannot be tried at all.
pub fn verify_all(
    toolchain: &Toolchain,
    exercises: &[&Exercise],
) -> Result<Vec<Problem>, Error> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let failed = Mutex::new(None);
    let work = || {
        while let Some(exercise) = exercises.get(next.fetch_add(1, Ordering::Relaxed)) {
            match verify(toolchain, exercise) {
                Ok(problems) => lock(&found).extend(problems),
                Err(error) => *lock(&failed) = Some(error),
            }
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    if let Some(error) = lock(&failed).take() {
        return Err(error);
    }
    let mut problems = std::mem::take(&mut *lock(&found));
    problems.sort();
    Ok(problems)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Tries one exercise: its solution passes all tests, the stub earns nothing, every mutant fails the
/// tests that it names, and all code is formatted and free of warnings.
///
/// # Errors
///
/// Those of [`verify_all`].
pub fn verify(
    toolchain: &Toolchain,
    exercise: &Exercise,
) -> Result<Vec<Problem>, Error> {
    let Some(code) = &exercise.code else {
        return Ok(Vec::new());
    };
    let mut problems = formatted(toolchain, code)?;
    problems.extend(linted(toolchain, exercise, code)?);
    problems.extend(tried(toolchain, exercise, code)?);
    Ok(problems)
}

/// Whether rustfmt would change a file of the exercise, or the stub.
fn formatted(toolchain: &Toolchain, code: &Code) -> Result<Vec<Problem>, Error> {
    let folder = temporary_folder()?;
    let mut problems = Vec::new();
    for (file, view) in [
        (&code.library, View::Solved),
        (&code.library, View::Stub),
        (&code.public, View::Solved),
        (&code.hidden, View::Solved),
    ] {
        let path = folder.path().join("formatted.rs");
        let text = file.render(view, &Values::new());
        fs::write(&path, text).map_err(Error::file(&path, "cannot write"))?;
        let (same, said) = run(toolchain.rustfmt_check().arg(&path))?;
        if !same {
            let what = match view {
                View::Stub => "the stub is",
                _ => "is",
            };
            let change = said.lines().filter(|line| line.starts_with(['-', '+']));
            let change: Vec<_> = change.take(4).collect();
            let message = format!(
                "{what} not formatted as rustfmt does: {}",
                change.join(" | ")
            );
            problems.push(Problem::new(&file.file, 1, message));
        }
    }
    Ok(problems)
}

/// The warnings of clippy about the solution with its tests and about the stub.
fn linted(
    toolchain: &Toolchain,
    exercise: &Exercise,
    code: &Code,
) -> Result<Vec<Problem>, Error> {
    let folder = temporary_folder()?;
    let versions = [
        version(code, View::Solved, &Values::new()),
        version(code, View::Stub, &Values::new()),
    ];
    let main = write(folder.path(), &exercise.crate_name(), &versions)?;
    let mut clippy = toolchain.clippy();
    clippy
        .args(["--test", "--crate-name", "check", "-D", "warnings"])
        .args(["--error-format", "short", "--emit", "metadata", "-o"])
        .arg(folder.path().join("check"))
        .arg(&main);
    let (clean, said) = run(&mut clippy)?;
    if clean {
        return Ok(Vec::new());
    }
    let prefix = format!("{}/", folder.path().display());
    let names = [
        ("v0/library.rs", "src/lib.rs, solved,"),
        ("v1/library.rs", "src/lib.rs, as a stub,"),
        ("v0/public.rs", "tests/public.rs"),
        ("v0/hidden.rs", "tests/hidden.rs"),
        ("v1/public.rs", "tests/public.rs"),
        ("v1/hidden.rs", "tests/hidden.rs"),
    ];
    let lines = said.lines().filter(|line| line.contains(": error"));
    let problems = lines.map(|line| {
        let mut message = line.replace(&prefix, "");
        for (file, name) in names {
            message = message.replace(file, name);
        }
        Problem::new(&code.library.file, 1, message)
    });
    let mut problems: Vec<_> = problems.collect();
    if problems.is_empty() {
        let message = said.split_whitespace().collect::<Vec<_>>().join(" ");
        problems.push(Problem::new(&code.library.file, 1, message));
    }
    problems.sort();
    problems.dedup();
    Ok(problems)
}

/// A version with both test files.
pub(crate) fn version(code: &Code, view: View<'_>, values: &Values) -> Version {
    let tests = [TestFile::Public, TestFile::Hidden];
    Version {
        library: Library::Text(code.library.render(view, values)),
        tests: tests
            .map(|file| (file, code.tests(file).render(View::Solved, values)))
            .into(),
    }
}

/// What a version of the program is tried for.
enum Trial<'a> {
    Solution,
    Stub,
    Mutant(&'a chapters::Mutant),
}

/// Compiles solution, stub and mutants with all values of the parameters, and runs all tests.
fn tried(
    toolchain: &Toolchain,
    exercise: &Exercise,
    code: &Code,
) -> Result<Vec<Problem>, Error> {
    let mut trials = Vec::new();
    let mut versions = Vec::new();
    for (index, values) in sets_of_values(exercise).into_iter().enumerate() {
        let mut views = vec![(Trial::Solution, View::Solved)];
        if index < OTHER_SEEDS {
            views.push((Trial::Stub, View::Stub));
            for mutant in &code.mutants {
                let view = View::Mutant(mutant.region, &mutant.text);
                views.push((Trial::Mutant(mutant), view));
            }
        }
        for (trial, view) in views {
            versions.push(version(code, view, &values));
            trials.push((trial, values.clone()));
        }
    }
    let program = match Program::compile(toolchain, &exercise.crate_name(), &versions)?
    {
        Ok(program) => program,
        Err(rejected) => {
            return Ok(vec![why_rejected(exercise, code, &trials, &rejected.said)]);
        }
    };
    let mut problems = Vec::new();
    for (index, (trial, values)) in trials.iter().enumerate() {
        let outcomes = program.run(index, LIMIT / 3)?;
        let values = shown(values);
        problems.extend(judged(exercise, code, trial, &outcomes, &values));
    }
    Ok(problems)
}

/// The values in the sources first, then drawn ones, without repetitions.
fn sets_of_values(exercise: &Exercise) -> Vec<Values> {
    let mut sets = vec![Values::new()];
    if exercise.metadata.parameters.is_empty() {
        return sets;
    }
    for index in 0..SOLUTION_SEEDS {
        let values = draw(exercise, &["verify", &index.to_string()]);
        if !sets.contains(&values) {
            sets.push(values);
        }
    }
    sets
}

/// ` with width = 7`, or nothing.
fn shown(values: &Values) -> String {
    let values: Vec<_> = values
        .iter()
        .map(|(name, value)| format!("{name} = {}", value.literal()))
        .collect();
    match values.as_slice() {
        [] => String::new(),
        values => format!(" with {}", values.join(", ")),
    }
}

/// What is wrong with the outcomes of one trial.
fn judged(
    exercise: &Exercise,
    code: &Code,
    trial: &Trial<'_>,
    outcomes: &Outcomes,
    values: &str,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for test in &exercise.metadata.tests {
        let name = &test.name;
        let Some(outcome) = outcomes.get(name) else {
            let message = format!("the test `{name}` did not run{values}");
            problems.push(Problem::new(&code.tests(test.file).file, 1, message));
            continue;
        };
        let passed = *outcome == Outcome::Passed;
        match trial {
            Trial::Solution if !passed => {
                let message =
                    format!("the solution fails `{name}`{values}: {}", said(outcome));
                problems.push(Problem::new(&code.library.file, 1, message));
            }
            Trial::Stub if passed && test.points > 0 => {
                let message =
                    format!("the stub passes `{name}`{values}, which is worth points");
                problems.push(Problem::new(&code.library.file, 1, message));
            }
            Trial::Mutant(mutant) if passed && mutant.expect_fail.contains(name) => {
                let message = format!("the mutant passes `{name}`{values}");
                problems.push(Problem::new(&mutant.file, 1, message));
            }
            _ => {}
        }
    }
    problems
}

/// An outcome in one line.
pub(crate) fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Passed => "passes".into(),
        Outcome::Failed(message) => message.replace('\n', " "),
        Outcome::TookTooLong => "takes too long".into(),
        Outcome::Crashed => "ends the whole process".into(),
    }
}

/// Names the version that the compiler does not accept.
fn why_rejected(
    exercise: &Exercise,
    code: &Code,
    trials: &[(Trial<'_>, Values)],
    message: &str,
) -> Problem {
    let version = message
        .split("/v")
        .skip(1)
        .find_map(|rest| rest.split_once('/')?.0.parse::<usize>().ok());
    let first = message
        .lines()
        .find(|line| line.starts_with("error"))
        .unwrap_or("it does not compile");
    let place = message.lines().find_map(|line| {
        let (_, place) = line.trim_start().strip_prefix("--> ")?.rsplit_once("/v")?;
        place.split_once('/').map(|(_, place)| place.to_owned())
    });
    let place = place.unwrap_or_default();
    let (file, what) = match version.and_then(|version| trials.get(version)) {
        Some((Trial::Mutant(mutant), _)) => (&mutant.file, "the mutant"),
        Some((Trial::Stub, _)) => (&code.library.file, "the stub"),
        Some((Trial::Solution, _)) => {
            (&code.library.file, "the solution with its tests")
        }
        None => (&exercise.prompt.file, "the exercise"),
    };
    let message = format!("{what} does not compile: {first} ({place})");
    Problem::new(file, 1, message)
}
