//! What must hold for every exercise before a reader gets it.

use std::collections::BTreeSet;
use std::time::Duration;

use dialect::{Code, Exercise, Problem, View};

use crate::harness::{Outcomes, Rejected, Trial, Trials, Verdict, try_values};
use crate::variant::Drawn;
use crate::{Error, Toolchain, draw};

mod sources;

/// How many sets of values the solution is tried with, and how many of these the stub and the mutants.
const SOLUTION_SEEDS: usize = 20;
const OTHER_SEEDS: usize = 5;

/// How long a test may take, unless somebody is in a hurry. It is for loops without an end, so it is far
/// more than any test needs, also on a machine that has much else to do.
pub const LIMIT: Duration = Duration::from_secs(60);

/// An exercise that has code.
type Coded<'a> = (&'a Exercise, &'a Code);

/// Tries all exercises, several at a time, and returns what does not hold: the solution passes all tests,
/// the stub earns nothing, every mutant fails the tests that it names, and all code is formatted and free
/// of warnings. A test that takes longer than `limit` fails.
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
    let mut problems = sources::problems(toolchain, &coded)?;
    let trials: Vec<_> = coded.iter().map(|one| trials(*one)).collect();
    let tried = try_values(toolchain, &trials, limit)?;
    for (trials, tried) in trials.iter().zip(tried) {
        problems.extend(match tried {
            Ok(outcomes) => found(trials, &outcomes),
            Err(rejected) => vec![why_rejected(trials, &rejected)],
        });
    }
    problems.sort();
    Ok(problems)
}

/// What an exercise is tried for: the solution, the stub, then the mutants.
fn trials<'a>((exercise, code): Coded<'a>) -> Trials<'a> {
    let sets = sets_of_values(exercise);
    let few = &sets[..OTHER_SEEDS.min(sets.len())];
    let trial = |view, sets: &[Drawn], only| Trial {
        view,
        sets: sets.to_vec(),
        only,
    };
    let mut trials = vec![
        trial(View::Solved, &sets, None),
        trial(View::Stub, few, None),
    ];
    trials.extend(code.mutants.iter().map(|mutant| {
        // What it does with other tests is said nowhere, and may take long.
        let view = View::Mutant(mutant.region, &mutant.text);
        trial(view, few, Some(&*mutant.expect_fail))
    }));
    Trials {
        exercise,
        code,
        trials,
    }
}

/// Where the code of a trial stands, and what it is called.
fn origin(code: &Code, trial: usize) -> (&str, usize, &'static str) {
    let library = &code.library.file;
    match trial {
        0 => (library, 1, "solution"),
        1 => (library, 1, "stub"),
        mutant => {
            let mutant = &code.mutants[mutant - 2];
            (&mutant.file, mutant.line, "mutant")
        }
    }
}

/// What is wrong with the outcomes of an exercise.
fn found(trials: &Trials<'_>, outcomes: &[Vec<Outcomes>]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (number, (trial, runs)) in trials.trials.iter().zip(outcomes).enumerate() {
        for (values, outcomes) in trial.sets.iter().zip(runs) {
            problems.extend(judged(trials, number, outcomes, &shown(values)));
        }
    }
    firsts(problems)
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

/// What is wrong with the outcomes of one run.
fn judged(
    trials: &Trials<'_>,
    number: usize,
    outcomes: &Outcomes,
    values: &str,
) -> Vec<Problem> {
    let Trials {
        exercise,
        code,
        trials,
    } = trials;
    let (file, line, what) = origin(code, number);
    let mut problems = Vec::new();
    for test in &exercise.metadata.tests {
        let name = &test.name;
        if trials[number].only.is_some_and(|only| !only.contains(name)) {
            continue;
        }
        let Some(outcome) = outcomes.get(name) else {
            let message = format!("the test `{name}` did not run{values}");
            problems.push(Problem::new(&code.tests(test.file).file, 1, message));
            continue;
        };
        // It must be the test that says no, and not a clock or a crash.
        let failed = outcome.verdict == Verdict::Failed;
        let message = match (what, outcome.passed()) {
            ("solution", false) => {
                format!("the solution fails `{name}`{values}: {}", outcome.said())
            }
            ("stub", true) if test.points > 0 => {
                format!("the stub passes `{name}`{values}, which is worth points")
            }
            ("mutant", true) => format!("the mutant passes `{name}`{values}"),
            ("stub" | "mutant", false) if !failed => {
                format!("the {what} does not fail `{name}`: it {}", outcome.said())
            }
            _ => continue,
        };
        problems.push(Problem::new(file, line, message));
    }
    problems
}

/// Names the version that the compiler does not accept.
fn why_rejected(trials: &Trials<'_>, rejected: &Rejected) -> Problem {
    let mut lines = rejected.said.lines();
    let first = lines.find(|line| line.starts_with("error"));
    let first = first.unwrap_or("it does not compile");
    let place = rejected.said.lines().find_map(|line| {
        let (_, place) = line.trim_start().strip_prefix("--> ")?.rsplit_once("/v")?;
        place.split_once('/').map(|(_, place)| place)
    });
    let place = place.unwrap_or_default();
    let (file, line, what) = match rejected.version {
        Some(0) => (&*trials.code.library.file, 1, "solution with its tests"),
        Some(version) => origin(trials.code, version),
        None => (&*trials.exercise.prompt.file, 1, "exercise"),
    };
    Problem::new(
        file,
        line,
        format!("the {what} does not compile: {first} ({place})"),
    )
}
