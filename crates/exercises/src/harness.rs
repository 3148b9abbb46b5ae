//! Compiles versions of exercises with their tests, and runs the tests.
//!
//! Versions of many exercises become modules of one program, because the time goes into starting the
//! compiler and the linker, and into generic code that they all use. What came of a run is kept until
//! the compiler, a library or a text that it depends on is changed.

mod case;
mod outcome;
mod process;
mod program;

use std::time::Duration;

use dialect::Key;

use crate::Error;
use crate::toolchain::{Toolchain, in_parallel, say};
pub(crate) use case::{Case, Library, Trial, Trials, Version, imported, try_values};
pub(crate) use outcome::{
    Outcome, Outcomes, Panic, Verdict, is_advice, place_of_panic,
};
pub(crate) use program::{Program, Rejected, temporary_folder, write};

/// The versions of how many exercises become one program: all wait for the mistake of one, and all
/// processors have work.
const TOGETHER: usize = 5;

/// The outcomes of all cases of an exercise, or why the compiler refuses one of them.
pub(crate) type Tried = Result<Vec<Outcomes>, Rejected>;

/// The cases of an exercise, each with the index of its version.
struct Cases<'a> {
    exercise: usize,
    cases: Vec<(&'a Case, usize)>,
    versions: Vec<&'a Version>,
}

impl<'a> Cases<'a> {
    fn of(exercise: usize, cases: &'a [Case]) -> Self {
        let mut versions: Vec<&Version> = Vec::new();
        let cases = cases.iter().map(|case| {
            let known = versions.iter().position(|known| **known == case.version);
            let version = known.unwrap_or_else(|| {
                versions.push(&case.version);
                versions.len() - 1
            });
            (case, version)
        });
        Self {
            exercise,
            cases: cases.collect(),
            versions,
        }
    }
}

/// Tries all cases of each exercise. What is not known yet is compiled, several programs at a time.
fn try_all(
    toolchain: &Toolchain,
    exercises: &[Vec<Case>],
    limit: Duration,
) -> Result<Vec<Tried>, Error> {
    let key = |cases: &Vec<Case>| Key::of([&*toolchain.stamp, &format!("{cases:?}")]);
    let known = |cases| -> Option<Tried> {
        Some(Ok(
            serde_json::from_str(&toolchain.kept.get(&key(cases))?).ok()?
        ))
    };
    let mut tried: Vec<_> = exercises.iter().map(known).collect();
    let unknown = (0..exercises.len()).filter(|index| tried[*index].is_none());
    let unknown: Vec<_> = unknown
        .map(|index| Cases::of(index, &exercises[index]))
        .collect();
    if !unknown.is_empty() {
        let versions: usize = unknown.iter().map(|one| one.versions.len()).sum();
        let count = unknown.len();
        say(&format!(
            "compiling {versions} versions of {count} exercises"
        ));
    }
    let groups: Vec<_> = unknown.chunks(TOGETHER).collect();
    let found = in_parallel(&groups, |group| try_group(toolchain, group, limit))?;
    for (exercise, result) in found.into_iter().flatten() {
        // Not what a clock or a crash has decided.
        let certain = |outcomes: &Outcomes| outcomes.values().all(Outcome::is_certain);
        if let Ok(outcomes) = &result
            && outcomes.iter().all(certain)
            && let Ok(text) = serde_json::to_string(outcomes)
        {
            toolchain.kept.keep(&key(&exercises[exercise]), &text);
        }
        tried[exercise] = Some(result);
    }
    Ok(tried.into_iter().flatten().collect())
}

/// Compiles the versions of some exercises together. If that does not do, those of each exercise alone,
/// so that the compiler speaks of this one.
fn try_group(
    toolchain: &Toolchain,
    group: &[Cases<'_>],
    limit: Duration,
) -> Result<Vec<(usize, Tried)>, Error> {
    let versions = group.iter().flat_map(|one| &one.versions).copied();
    let compiled = Program::compile(toolchain, &versions.collect::<Vec<_>>())?;
    let program = match (compiled, group) {
        (Ok(program), _) => program,
        (Err(mut rejected), [one]) => {
            let is_rejected = |(_, version): &_| Some(*version) == rejected.version;
            rejected.version = one.cases.iter().position(is_rejected);
            return Ok(vec![(one.exercise, Err(rejected))]);
        }
        (Err(_), group) => {
            let alone = group.chunks(1).map(|one| try_group(toolchain, one, limit));
            let alone: Vec<_> = alone.collect::<Result<_, _>>()?;
            return Ok(alone.into_iter().flatten().collect());
        }
    };
    let mut tried = Vec::new();
    let mut first = 0;
    for one in group {
        let cases = one.cases.iter();
        let outcomes =
            cases.map(|(case, version)| program.run(first + version, case, limit));
        tried.push((one.exercise, Ok(outcomes.collect::<Result<_, _>>()?)));
        first += one.versions.len();
    }
    Ok(tried)
}
