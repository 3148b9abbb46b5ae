//! What must hold for every exercise before a reader gets it.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use dialect::{Code, Exercise, Problem, TestFile, Values, View};

use crate::harness::{Library, Outcome, Outcomes, Part, Program, Version, chunks};
use crate::{Error, Toolchain, draw};

mod sources;

/// How many sets of values the solution is tried with, and how many of these the stub and the mutants.
const SOLUTION_SEEDS: usize = 20;
const OTHER_SEEDS: usize = 5;

/// How long the tests of one version may take, unless somebody is in a hurry. It is for loops without an
/// end, so it is far more than any version needs, also on a machine that has much else to do.
pub const LIMIT: Duration = Duration::from_secs(60);

/// An exercise that has code.
type Coded<'a> = (&'a Exercise, &'a Code);

/// Tries all exercises, several at a time, and returns what does not hold: the solution passes all tests,
/// the stub earns nothing, every mutant fails the tests that it names, and all code is formatted and free
/// of warnings.
/// A version whose tests take longer than `limit` fails them.
///
/// # Errors
///
/// [`Error::Tool`] or [`Error::File`] if exercises cannot be tried at all.
pub fn verify_all(
    toolchain: &Toolchain,
    exercises: &[&Exercise],
    limit: Duration,
) -> Result<Vec<Problem>, Error> {
    let coded = exercises
        .iter()
        .filter_map(|exercise| Some((*exercise, exercise.code.as_ref()?)));
    let coded: Vec<Coded<'_>> = coded.collect();
    let chunks = chunks(&coded);
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let failed = Mutex::new(None);
    let work = || {
        while let Some(some) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            match verify(toolchain, some, limit) {
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

fn verify(
    toolchain: &Toolchain,
    exercises: &[Coded<'_>],
    limit: Duration,
) -> Result<Vec<Problem>, Error> {
    let mut problems = sources::formatted(toolchain, exercises)?;
    problems.extend(sources::linted(toolchain, exercises)?);
    problems.extend(tried(toolchain, exercises, limit)?);
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
    Mutant(&'a dialect::Mutant),
}

impl Trial<'_> {
    /// Whether the outcome of this test is of interest.
    fn asks(&self, test: &str) -> bool {
        match self {
            Self::Solution | Self::Stub => true,
            Self::Mutant(mutant) => mutant.expect_fail.iter().any(|name| name == test),
        }
    }

    fn view(&self) -> View<'_> {
        match self {
            Self::Solution => View::Solved,
            Self::Stub => View::Stub,
            Self::Mutant(mutant) => View::Mutant(mutant.region, &mutant.text),
        }
    }
}

/// Compiles solutions, stubs and mutants with all values of the parameters, and runs all tests.
fn tried(
    toolchain: &Toolchain,
    exercises: &[Coded<'_>],
    limit: Duration,
) -> Result<Vec<Problem>, Error> {
    let trials: Vec<_> = exercises.iter().map(|one| trials(*one)).collect();
    let parts = exercises.iter().zip(&trials);
    let parts = parts.map(|((exercise, code), trials)| {
        let versions = trials.iter();
        let versions = versions.map(|(trial, values)| {
            let mut version = version(code, trial.view(), values);
            if let Trial::Mutant(_) = trial {
                let tests = exercise.metadata.tests.iter();
                let asked = tests.filter(|test| trial.asks(&test.name));
                version
                    .tests
                    .retain(|(file, _)| asked.clone().any(|test| test.file == *file));
            }
            version
        });
        Part {
            crate_name: exercise.crate_name(),
            versions: versions.collect(),
        }
    });
    let programs = Program::compile_all(toolchain, &parts.collect::<Vec<_>>())?;
    let mut problems = Vec::new();
    for ((one, trials), program) in exercises.iter().zip(&trials).zip(programs) {
        problems.extend(match program {
            Ok(program) => run(*one, trials, &program, limit)?,
            Err(rejected) => vec![why_rejected(*one, trials, &rejected.said)],
        });
    }
    Ok(problems)
}

/// Runs all tests of an exercise.
fn run(
    (exercise, code): Coded<'_>,
    trials: &[(Trial<'_>, Drawn)],
    program: &Program,
    limit: Duration,
) -> Result<Vec<Problem>, Error> {
    let mut problems = Vec::new();
    for (index, (trial, values)) in trials.iter().enumerate() {
        let outcomes = match trial {
            // What it does with other tests is said nowhere, and may take long.
            Trial::Mutant(mutant) => {
                program.run_some(index, &mutant.expect_fail, limit)?
            }
            Trial::Solution | Trial::Stub => program.run(index, limit)?,
        };
        problems.extend(judged(exercise, code, trial, &outcomes, &shown(values)));
    }
    Ok(firsts(problems))
}

/// What an exercise is tried for, with the values of its parameters.
fn trials<'a>((exercise, code): Coded<'a>) -> Vec<(Trial<'a>, Drawn)> {
    let mut trials = Vec::new();
    for (index, values) in sets_of_values(exercise).into_iter().enumerate() {
        trials.push((Trial::Solution, values.clone()));
        if index < OTHER_SEEDS {
            trials.push((Trial::Stub, values.clone()));
            let mutants = code.mutants.iter();
            trials
                .extend(mutants.map(|mutant| (Trial::Mutant(mutant), values.clone())));
        }
    }
    trials
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
    for test in tests.iter().filter(|test| trial.asks(&test.name)) {
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
            Trial::Mutant(mutant) if !failed => {
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
    (exercise, code): Coded<'_>,
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
