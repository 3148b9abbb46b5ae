//! The rules that every exercise must follow before a reader sees it.

use std::collections::BTreeSet;
use std::time::Duration;

use dialect::{Code, Exercise, Problem, View};
use sources::Coded;

use crate::harness::{Diagnostic, Outcomes, Rejected, Trial, Trials, try_values};
use crate::variant::Drawn;
use crate::{Error, Toolchain};

mod sources;

/// The number of sets of values for the solution, and below it for the stub and the mutants.
const SOLUTION_SEEDS: usize = 20;
const OTHER_SEEDS: usize = 5;

/// The default time limit of a test. It only stops endless loops, so it is long enough even on a
/// busy machine.
pub const LIMIT: Duration = Duration::from_secs(60);

/// Tries all exercises in parallel and returns their problems. The solution must pass all tests,
/// the stub must earn no points, every mutant must fail the tests that it names, and all code must
/// be formatted and free of warnings. A test that takes longer than `limit` fails.
///
/// # Errors
///
/// [`Error::Failed`] if exercises cannot be tried at all.
pub fn verify_all(
    toolchain: &Toolchain,
    exercises: &[&Exercise],
    limit: Duration,
) -> Result<Vec<Problem>, Error> {
    let coded = exercises.iter();
    let coded = coded.filter_map(|exercise| Some((*exercise, exercise.code.as_ref()?)));
    let coded: Vec<Coded<'_>> = coded.collect();
    let mut problems = sources::problems(toolchain, &coded)?;
    let trials: Vec<_> = coded.iter().map(|one| trials(*one)).collect();
    problems.extend(judged(toolchain, &trials, limit)?.concat());
    problems.sort();
    Ok(problems)
}

pub(crate) fn judged(
    toolchain: &Toolchain,
    exercises: &[Trials<'_>],
    limit: Duration,
) -> Result<Vec<Vec<Problem>>, Error> {
    let tried = try_values(toolchain, exercises, limit)?;
    let tried = exercises.iter().zip(tried);
    let judged = tried.map(|(trials, tried)| match tried {
        Ok(outcomes) => {
            let runs = trials.trials.iter().zip(&outcomes);
            let found = runs.flat_map(|(trial, run)| judged_run(trials, trial, run));
            firsts(found.collect())
        }
        Err(rejected) => vec![why_rejected(trials, &rejected)],
    });
    Ok(judged.collect())
}

/// Returns the trials of an exercise: the solution, the stub, then the mutants.
fn trials<'a>((exercise, code): Coded<'a>) -> Trials<'a> {
    let sets = sets_of_values(exercise);
    let few = &sets[..OTHER_SEEDS.min(sets.len())];
    let mut trials = Vec::new();
    trials.extend(sets.iter().map(|it| Trial::new(View::Solved, it.clone())));
    trials.extend(few.iter().map(|it| Trial::new(View::Stub, it.clone())));
    for mutant in &code.mutants {
        trials.extend(few.iter().map(|it| Trial {
            // Other tests have no specified result and may take long.
            only: Some(&mutant.expect_fail),
            ..Trial::new(View::Mutant(mutant), it.clone())
        }));
    }
    Trials { exercise, code, trials }
}

fn origin<'a>(code: &'a Code, view: View<'a>) -> (&'static str, &'a str, usize) {
    let library = &code.library.file;
    match view {
        View::Solved => ("solution", library, 1),
        View::Stub => ("stub", library, 1),
        View::Mutant(mutant) => ("mutant", &mutant.file, mutant.line),
    }
}

/// Keeps the first of problems that differ only in the values.
fn firsts(mut problems: Vec<Problem>) -> Vec<Problem> {
    let mut seen = BTreeSet::new();
    problems.retain(|Problem { file, message, .. }| {
        let kind = message.split(" with ").next().map(str::to_owned);
        seen.insert((file.clone(), kind))
    });
    problems
}

/// Returns the values in the sources, then drawn values, without repetitions but with each choice
/// of a parameter.
fn sets_of_values(exercise: &Exercise) -> Vec<Drawn> {
    let mut sets = vec![Drawn::default()];
    if exercise.metadata.parameters.is_empty() {
        return sets;
    }
    for index in 0..SOLUTION_SEEDS {
        let number = index.to_string();
        let mut drawn = Drawn::new(exercise, |kind| vec!["verify", kind, &number]);
        for parameter in &exercise.metadata.parameters {
            // So that each choice occurs; the rest are random.
            if let Some(choice) = parameter.choices.get(index) {
                drawn.set(&parameter.name, choice);
            }
        }
        if !sets.contains(&drawn) {
            sets.push(drawn);
        }
    }
    sets
}

/// Formats values as ` with width = 7`.
fn shown(values: &Drawn) -> String {
    let mut text = String::new();
    for (name, value) in &values.public {
        let word = if text.is_empty() { " with" } else { "," };
        text += &format!("{word} {name} = {}", value.literal());
        if let Some(hidden) = values.hidden.get(name).filter(|it| *it != value) {
            text += &format!(" (hidden {})", hidden.literal());
        }
    }
    text
}

fn judged_run(trials: &Trials<'_>, trial: &Trial<'_>, outcomes: &Outcomes) -> Vec<Problem> {
    let (what, file, line) = origin(trials.code, trial.view);
    let values = shown(&trial.values);
    let tests = trials.exercise.metadata.tests.iter();
    let judged = tests.filter_map(|test| {
        let (name, outcome) = (&test.name, outcomes.get(&test.name)?);
        let message = match (what, outcome.passed()) {
            ("solution", false) => {
                format!("the solution fails `{name}`{values}: {}", outcome.said())
            }
            ("stub", true) if test.points > 0 => {
                format!("the stub passes `{name}`{values}, which is worth points")
            }
            ("mutant", true) => format!("the mutant passes `{name}`{values}"),
            // The test itself must fail, not a time limit or a crash.
            (_, false) if !outcome.is_certain() => {
                format!("the {what} does not fail `{name}`: it {}", outcome.said())
            }
            _ => return None,
        };
        Some(Problem::new(file, line, message))
    });
    judged.collect()
}

/// Names the version that the compiler rejects.
fn why_rejected(trials: &Trials<'_>, rejected: &Rejected) -> Problem {
    let first = rejected.errors.first().map(Diagnostic::title);
    let first = first.unwrap_or_default();
    let place = rejected.errors.iter().find_map(Diagnostic::place);
    let place = place.map_or(String::new(), |(_, file, at)| format!("{file}{at}"));
    let view = rejected.version.map(|index| trials.trials[index].view);
    let (what, file, line) = match view.map(|view| origin(trials.code, view)) {
        Some(("solution", file, line)) => ("solution with its tests", file, line),
        Some(origin) => origin,
        None => ("exercise", &*trials.exercise.prompt.file, 1),
    };
    let message = format!("the {what} does not compile: {first} ({place})");
    Problem::new(file, line, message)
}
