//! Compiles versions of exercises with their tests and runs them.
//!
//! Versions of several exercises become modules of one program, because most of the time is spent
//! starting the compiler and linker and compiling generic code that all versions share. Outcomes
//! are stored until the compiler, a library, or a text on which they depend changes.

mod case;
mod diagnostic;
mod outcome;
mod process;
mod program;

use std::time::Duration;

use dialect::{Key, announce, counted};

use crate::Error;
use crate::toolchain::{Toolchain, in_parallel};
pub(crate) use case::{Case, Library, Trial, Trials, Version, imported};
pub(crate) use diagnostic::{Diagnostic, in_version};
pub(crate) use outcome::{Outcome, Outcomes, Panic, Verdict, is_advice, place_of_panic};
pub(crate) use program::{Program, Rejected, compile, temporary_folder, write};

/// The exercises in one program: few, because one mistake delays all and every processor needs
/// work.
const EXERCISES_IN_PROGRAM: usize = 5;

/// The outcomes of all cases of an exercise, or why the compiler refuses one of them.
pub(crate) type Tried = Result<Vec<Outcomes>, Rejected>;

pub(crate) fn try_values(
    toolchain: &Toolchain,
    exercises: &[Trials<'_>],
    limit: Duration,
) -> Result<Vec<Tried>, Error> {
    let cases = |one: &Trials<'_>, as_data| -> Vec<Case> {
        let case = |trial| Case::new(one.exercise, one.code, trial, as_data);
        one.trials.iter().map(case).collect()
    };
    let all: Vec<_> = exercises.iter().map(|one| cases(one, true)).collect();
    let mut tried = try_all(toolchain, &all, limit)?;
    // A value may be needed at compile time.
    let refused = exercises
        .iter()
        .zip(&mut tried)
        .filter(|(one, tried)| tried.is_err() && !one.exercise.metadata.parameters.is_empty());
    let again = refused.map(|(one, place)| (cases(one, false), place));
    let (again, places): (Vec<_>, Vec<_>) = again.unzip();
    for (place, again) in places.into_iter().zip(try_all(toolchain, &again, limit)?) {
        *place = again;
    }
    Ok(tried)
}

/// Tries all cases of each exercise. Those without a stored outcome are compiled, several programs
/// at a time.
fn try_all(
    toolchain: &Toolchain,
    exercises: &[Vec<Case>],
    limit: Duration,
) -> Result<Vec<Tried>, Error> {
    let key = |cases: &Vec<Case>| Key::of([&*toolchain.stamp, &format!("{cases:?}")]);
    let known = |cases| -> Option<Tried> {
        let text = toolchain.kept.get(&key(cases))?;
        serde_json::from_str(&text).ok().map(Ok)
    };
    let mut tried: Vec<_> = exercises.iter().map(known).collect();
    let unknown = exercises.iter().enumerate();
    let unknown: Vec<_> = unknown.filter(|(at, _)| tried[*at].is_none()).collect();
    if !unknown.is_empty() {
        let count = counted(unknown.len(), "exercise");
        announce(&format!("compiling versions of {count}"));
    }
    let groups: Vec<_> = unknown.chunks(EXERCISES_IN_PROGRAM).collect();
    let found = in_parallel(&groups, |group| try_group(toolchain, group, limit))?;
    for (exercise, result) in found.into_iter().flatten() {
        // A time limit or a crash might not recur.
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

/// Compiles the versions of several exercises together. If that fails, compiles each exercise alone
/// to find the one with the error.
fn try_group(
    toolchain: &Toolchain,
    group: &[(usize, &Vec<Case>)],
    limit: Duration,
) -> Result<Vec<(usize, Tried)>, Error> {
    let mut versions: Vec<&Version> = Vec::new();
    let mut positions = Vec::new();
    for case in group.iter().flat_map(|(_, cases)| *cases) {
        let known = versions.iter().position(|known| **known == case.version);
        positions.push(known.unwrap_or(versions.len()));
        if known.is_none() {
            versions.push(&case.version);
        }
    }
    let program = match (Program::compile(toolchain, &versions)?, group) {
        (Ok(program), _) => program,
        (Err(mut rejected), [(exercise, _)]) => {
            let mut positions = positions.into_iter();
            rejected.version = positions.position(|at| Some(at) == rejected.version);
            return Ok(vec![(*exercise, Err(rejected))]);
        }
        (Err(_), group) => {
            let alone = group.chunks(1).map(|one| try_group(toolchain, one, limit));
            let alone: Vec<_> = alone.collect::<Result<_, _>>()?;
            return Ok(alone.into_iter().flatten().collect());
        }
    };
    let mut tried = Vec::new();
    let mut positions = positions.into_iter();
    for (exercise, cases) in group {
        let cases = cases.iter().zip(&mut positions);
        let outcomes = cases.map(|(case, at)| program.run(at, case, limit));
        tried.push((*exercise, Ok(outcomes.collect::<Result<_, _>>()?)));
    }
    Ok(tried)
}
