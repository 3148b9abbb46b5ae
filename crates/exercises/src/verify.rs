//! What must hold for every exercise before a reader gets it.

use std::collections::BTreeSet;
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

/// How long the tests of one version may take: much longer than they should.
const LIMIT: Duration = Duration::from_secs(5);

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
    let files = [
        (&code.library, View::Solved),
        (&code.library, View::Stub),
        (&code.public, View::Solved),
        (&code.hidden, View::Solved),
    ];
    let mut paths = Vec::new();
    for (index, (file, view)) in files.into_iter().enumerate() {
        let path = folder.path().join(format!("file{index}.rs"));
        let text = file.render(view, &Values::new());
        fs::write(&path, text).map_err(Error::file(&path, "cannot write"))?;
        paths.push(path);
    }
    if run(toolchain.rustfmt_check().args(&paths))?.0 {
        return Ok(problems);
    }
    for ((file, view), path) in files.into_iter().zip(&paths) {
        let (same, said) = run(toolchain.rustfmt_check().arg(path))?;
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
        version(code, View::Solved, &Drawn::default()),
        version(code, View::Stub, &Drawn::default()),
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

/// Values as a course hands them out: hidden tests have the same choices and other seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Drawn {
    pub(crate) public: Values,
    pub(crate) hidden: Values,
}

/// A version with both test files.
pub(crate) fn version(code: &Code, view: View<'_>, values: &Drawn) -> Version {
    let tests = [
        (TestFile::Public, &values.public),
        (TestFile::Hidden, &values.hidden),
    ];
    Version {
        library: Library::Text(code.library.render(view, &values.public)),
        tests: tests
            .map(|(file, values)| (file, code.tests(file).render(View::Solved, values)))
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
        let outcomes = program.run(index, LIMIT)?;
        problems.extend(judged(exercise, code, trial, &outcomes, &shown(values)));
    }
    Ok(firsts(problems))
}

/// Of problems that differ in the values alone, the first.
fn firsts(problems: Vec<Problem>) -> Vec<Problem> {
    let mut seen = BTreeSet::new();
    let kind = |problem: &Problem| {
        let message = problem.message.split(" with ").next().unwrap_or_default();
        (problem.file.clone(), message.to_owned())
    };
    let mut firsts = problems;
    firsts.retain(|problem| seen.insert(kind(problem)));
    firsts
}

/// The values in the sources first, then drawn ones, without repetitions. Each choice of a parameter is
/// among them.
fn sets_of_values(exercise: &Exercise) -> Vec<Drawn> {
    let mut sets = vec![Drawn::default()];
    if exercise.metadata.parameters.is_empty() {
        return sets;
    }
    let mut add = |values: Drawn| {
        if !sets.contains(&values) {
            sets.push(values);
        }
    };
    for index in 0..SOLUTION_SEEDS {
        let words = |kind| draw(exercise, &["verify", kind, &index.to_string()]);
        let (mut public, mut hidden) = (words("public"), words("hidden"));
        for parameter in &exercise.metadata.parameters {
            if parameter.seed.is_none() {
                let choice = &parameter.choices[index % parameter.choices.len()];
                // In the first sets one after the other, then as drawn.
                if index < parameter.choices.len() {
                    public.insert(parameter.name.clone(), choice.clone());
                }
                let value = public[&parameter.name].clone();
                hidden.insert(parameter.name.clone(), value);
            }
        }
        add(Drawn { public, hidden });
    }
    sets
}

/// ` with width = 7`, or nothing.
fn shown(values: &Drawn) -> String {
    let values: Vec<_> = values
        .public
        .iter()
        .map(|(name, value)| {
            let hidden = values.hidden.get(name).filter(|hidden| *hidden != value);
            let hidden = hidden.map(|hidden| format!(" (hidden {})", hidden.literal()));
            format!("{name} = {}{}", value.literal(), hidden.unwrap_or_default())
        })
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
    let tests = &exercise.metadata.tests;
    for name in outcomes.keys() {
        if tests.iter().all(|test| test.name != *name) {
            let message = format!("the test `{name}` is not in exercise.toml");
            problems.push(Problem::new(&code.library.file, 1, message));
        }
    }
    for test in tests {
        let name = &test.name;
        let Some(outcome) = outcomes.get(name) else {
            let message = format!("the test `{name}` did not run{values}");
            problems.push(Problem::new(&code.tests(test.file).file, 1, message));
            continue;
        };
        let passed = *outcome == Outcome::Passed;
        // It must be the test that says no, and not a clock or a crash.
        let failed = matches!(outcome, Outcome::Failed(_));
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
            Trial::Stub if !passed && !failed => {
                let message =
                    format!("the stub does not fail `{name}`: it {}", said(outcome));
                problems.push(Problem::new(&code.library.file, 1, message));
            }
            Trial::Mutant(mutant) if !failed && mutant.expect_fail.contains(name) => {
                let message = match passed {
                    true => format!("the mutant passes `{name}`{values}"),
                    false => format!(
                        "the mutant does not fail `{name}`: it {}",
                        said(outcome)
                    ),
                };
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
    trials: &[(Trial<'_>, Drawn)],
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
