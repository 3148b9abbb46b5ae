//! What must hold for every exercise before a reader gets it.

use std::collections::BTreeSet;
use std::time::Duration;

use chapters::{Code, Constant, Exercise, Mutant, Problem, TestFile, View};

use crate::harness::{
    Datum, Outcomes, Part, Rejected, Run, Tried, Verdict, Version, module,
};
use crate::harness::{try_all, version};
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
    let (data, mut compiled): (Vec<Coded<'_>>, Vec<_>) = coded
        .into_iter()
        .partition(|(_, code)| values_are_data(code));
    for (one, trials, tried) in tried(toolchain, &data, true, limit)? {
        match tried {
            // Perhaps a value is needed where the compiler must know it.
            Err(_) if !one.0.metadata.parameters.is_empty() => compiled.push(one),
            tried => problems.extend(found(one, &trials, tried)),
        }
    }
    for (one, trials, tried) in tried(toolchain, &compiled, false, limit)? {
        problems.extend(found(one, &trials, tried));
    }
    problems.sort();
    Ok(problems)
}

/// What a version of an exercise is tried for.
#[derive(Clone, Copy)]
enum Trial<'a> {
    Solution,
    Stub,
    Mutant(&'a Mutant),
}

impl<'a> Trial<'a> {
    /// Whether the outcome of this test is of interest.
    fn asks(&self, test: &str) -> bool {
        match self {
            Self::Solution | Self::Stub => true,
            Self::Mutant(mutant) => mutant.expect_fail.iter().any(|name| name == test),
        }
    }

    fn view(&self) -> View<'a> {
        match self {
            Self::Solution => View::Solved,
            Self::Stub => View::Stub,
            Self::Mutant(mutant) => View::Mutant(mutant.region, &mutant.text),
        }
    }
}

/// A version and the values of the parameters in each of its runs.
type Trials<'a> = Vec<(Trial<'a>, Vec<Drawn>)>;

/// Compiles solutions, stubs and mutants, and runs all tests with all values.
fn tried<'a>(
    toolchain: &Toolchain,
    exercises: &[Coded<'a>],
    as_data: bool,
    limit: Duration,
) -> Result<Vec<(Coded<'a>, Trials<'a>, Tried)>, Error> {
    let trials: Vec<_> = exercises.iter().map(|one| trials(*one, as_data)).collect();
    let parts = exercises
        .iter()
        .zip(&trials)
        .map(|((exercise, code), trials)| Part {
            crate_name: exercise.crate_name(),
            versions: trials
                .iter()
                .map(|(trial, sets)| version_of(exercise, code, *trial, sets, as_data))
                .collect(),
        });
    let tried = try_all(toolchain, &parts.collect::<Vec<_>>(), limit)?;
    let both = exercises.iter().zip(trials).zip(tried);
    Ok(both
        .map(|((one, trials), tried)| (*one, trials, tried))
        .collect())
}

/// What an exercise is tried for. If its values are no data, each set of them is a version of its own.
fn trials<'a>((exercise, code): Coded<'a>, as_data: bool) -> Trials<'a> {
    let sets = sets_of_values(exercise);
    let mutants = code.mutants.iter().map(Trial::Mutant);
    let mut trials = Vec::new();
    for trial in [Trial::Solution, Trial::Stub].into_iter().chain(mutants) {
        let most = match trial {
            Trial::Solution => sets.len(),
            _ => OTHER_SEEDS.min(sets.len()),
        };
        match as_data {
            true => trials.push((trial, sets[..most].to_vec())),
            false => {
                trials.extend(sets[..most].iter().map(|set| (trial, vec![set.clone()])))
            }
        }
    }
    trials
}

fn version_of(
    exercise: &Exercise,
    code: &Code,
    trial: Trial<'_>,
    sets: &[Drawn],
    as_data: bool,
) -> Version {
    let compiled = match sets {
        [set] if !as_data => set,
        _ => &Drawn::default(),
    };
    let mut version = version(code, trial.view(), compiled);
    let asked = |file: Option<TestFile>| {
        let mut tests = exercise.metadata.tests.iter();
        tests.any(|test| trial.asks(&test.name) && Some(test.file) == file)
    };
    version.tests.retain(|tests| asked(tests.file));
    let only = match trial {
        // What it does with other tests is said nowhere, and may take long.
        Trial::Mutant(mutant) => Some(mutant.expect_fail.clone()),
        Trial::Solution | Trial::Stub => None,
    };
    let runs = sets.iter().map(|set| Run {
        values: if as_data {
            variables(exercise, set)
        } else {
            Vec::new()
        },
        only: only.clone(),
    });
    version.runs = runs.collect();
    for tests in version.tests.iter_mut().filter(|_| as_data) {
        let constants = tests.file.into_iter().flat_map(|file| {
            let constants = code.tests(file).constants();
            constants.filter_map(move |constant| datum(file, constant))
        });
        tests.data = constants.collect();
    }
    version
}

/// Whether all values of parameters are constants of tests that can as well be read when these run.
fn values_are_data(code: &Code) -> bool {
    let mut tests = [TestFile::Public, TestFile::Hidden]
        .into_iter()
        .flat_map(|file| code.tests(file).constants().map(move |one| (file, one)));
    code.library.constants().next().is_none()
        && tests.all(|(file, constant)| datum(file, constant).is_some())
}

/// A constant outside of functions whose value is a number.
fn datum(file: TestFile, constant: &Constant) -> Option<Datum> {
    let line = constant.declaration();
    let (name, rest) = line.strip_prefix("const ")?.split_once(": ")?;
    let (kind, _) = rest.split_once(" = ")?;
    (!constant.literal().starts_with('"')).then(|| Datum {
        line: line.to_owned(),
        name: name.to_owned(),
        kind: kind.to_owned(),
        variable: format!("{}_{}", module(file), constant.parameter),
    })
}

/// The variables of the environment with these values.
fn variables(exercise: &Exercise, set: &Drawn) -> Vec<(String, String)> {
    let mut variables = Vec::new();
    for (file, values) in [
        (TestFile::Public, &set.public),
        (TestFile::Hidden, &set.hidden),
    ] {
        for parameter in &exercise.metadata.parameters {
            let value = values.get(&parameter.name).cloned();
            let value = value.unwrap_or_else(|| parameter.default_value());
            variables.push((
                format!("{}_{}", module(file), parameter.name),
                value.literal(),
            ));
        }
    }
    variables
}

/// What is wrong with what came of an exercise.
fn found(
    (exercise, code): Coded<'_>,
    trials: &Trials<'_>,
    tried: Tried,
) -> Vec<Problem> {
    let outcomes = match tried {
        Ok(outcomes) => outcomes,
        Err(rejected) => {
            return vec![why_rejected((exercise, code), trials, &rejected)];
        }
    };
    let mut problems = Vec::new();
    for ((trial, sets), runs) in trials.iter().zip(&outcomes) {
        for (values, outcomes) in sets.iter().zip(runs) {
            problems.extend(judged(exercise, code, trial, outcomes, &shown(values)));
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
        let passed = outcome.passed();
        // It must be the test that says no, and not a clock or a crash.
        let failed = outcome.verdict == Verdict::Failed;
        match trial {
            Trial::Solution if !passed => {
                let message =
                    format!("the solution fails `{name}`{values}: {}", outcome.said());
                problems.push(Problem::new(&code.library.file, 1, message));
            }
            Trial::Stub if passed && test.points > 0 => {
                let message =
                    format!("the stub passes `{name}`{values}, which is worth points");
                problems.push(Problem::new(&code.library.file, 1, message));
            }
            Trial::Stub if !passed && !failed => {
                let message =
                    format!("the stub does not fail `{name}`: it {}", outcome.said());
                problems.push(Problem::new(&code.library.file, 1, message));
            }
            Trial::Mutant(mutant) if !failed => {
                let message = match passed {
                    true => format!("the mutant passes `{name}`{values}"),
                    false => format!(
                        "the mutant does not fail `{name}`: it {}",
                        outcome.said()
                    ),
                };
                problems.push(Problem::new(&mutant.file, mutant.line, message));
            }
            _ => {}
        }
    }
    problems
}

/// Names the version that the compiler does not accept.
fn why_rejected(
    (exercise, code): Coded<'_>,
    trials: &Trials<'_>,
    rejected: &Rejected,
) -> Problem {
    let mut lines = rejected.said.lines();
    let first = lines.find(|line| line.starts_with("error"));
    let first = first.unwrap_or("it does not compile");
    let place = rejected.said.lines().find_map(|line| {
        let (_, place) = line.trim_start().strip_prefix("--> ")?.rsplit_once("/v")?;
        place.split_once('/').map(|(_, place)| place)
    });
    let place = place.unwrap_or_default();
    let version = rejected.version.and_then(|version| trials.get(version));
    let (file, line, what) = match version.map(|(trial, _)| trial) {
        Some(Trial::Mutant(mutant)) => (&mutant.file, mutant.line, "the mutant"),
        Some(Trial::Stub) => (&code.library.file, 1, "the stub"),
        Some(Trial::Solution) => (&code.library.file, 1, "the solution with its tests"),
        None => (&exercise.prompt.file, 1, "the exercise"),
    };
    Problem::new(
        file,
        line,
        format!("{what} does not compile: {first} ({place})"),
    )
}
