//! What students get must be worth nothing before they start.

use std::sync::Mutex;
use std::thread;

use dialect::{Code, Exercise, Problem, View};

use super::Handout;
use super::task::{Task, Variant, different};
use crate::harness::{Outcome, Outcomes, Part, Program, chunks};
use crate::verify::{Drawn, LIMIT, version};
use crate::{Error, Toolchain};

/// How many variants of an exercise are tried.
const MOST: usize = 20;

impl Handout<'_> {
    /// Compiles the stub of each exercise with each set of values, and runs all tests on it.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`] with the line of the course file for each exercise whose stub does not
    /// compile or earns points.
    pub(super) fn try_stubs(&self, toolchain: &Toolchain) -> Result<(), Error> {
        let tasks = self.tasks.iter().enumerate();
        let with_code = |(_, task): &(usize, &Task)| task.exercise.code.is_some();
        let tasks: Vec<_> = tasks.filter(with_code).collect();
        let left = Mutex::new(chunks(&tasks).into_iter());
        let next = || left.lock().ok()?.next();
        let work = || -> Result<Vec<Problem>, Error> {
            let mut problems = Vec::new();
            while let Some(some) = next() {
                problems.extend(self.try_some(toolchain, some)?);
            }
            Ok(problems)
        };
        let mut problems = Vec::new();
        thread::scope(|scope| {
            let count = thread::available_parallelism().map_or(1, usize::from);
            let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                let stopped = |_| Error::Tool("a trial of a stub panicked".into());
                problems.extend(worker.join().map_err(stopped)??);
            }
            Ok::<_, Error>(())
        })?;
        problems.sort();
        match problems.is_empty() {
            true => Ok(()),
            false => Err(problems.into()),
        }
    }

    fn try_some(
        &self,
        toolchain: &Toolchain,
        tasks: &[(usize, &Task)],
    ) -> Result<Vec<Problem>, Error> {
        let parts = tasks.iter().filter_map(|(index, task)| {
            let code = task.exercise.code.as_ref()?;
            Some(part(task, code, &different(&self.copies, *index, MOST)))
        });
        let parts: Vec<_> = parts.collect();
        let programs = Program::compile_all(toolchain, &parts)?;
        let mut problems = Vec::new();
        for (((_, task), part), program) in tasks.iter().zip(&parts).zip(programs) {
            let exercise = &task.exercise;
            let messages = match program {
                Ok(program) => tried(exercise, &program, part.versions.len())?,
                Err(rejected) => {
                    let mut lines = rejected.said.lines();
                    let first = lines.find(|line| line.starts_with("error"));
                    let first = first.unwrap_or("error");
                    vec![format!("what students get does not compile: {first}")]
                }
            };
            problems.extend(messages.into_iter().map(|message| {
                let message = format!("`{}`: {message}", exercise.id);
                Problem::new(&self.course.source.file, task.line, message)
            }));
        }
        Ok(problems)
    }
}

/// The stub of each variant, then its solution.
fn part(task: &Task, code: &Code, variants: &[&Variant]) -> Part {
    let versions = variants.iter().flat_map(|variant| {
        let Variant { public, hidden } = (*variant).clone();
        let drawn = Drawn { public, hidden };
        [View::Stub, View::Solved].map(|view| version(code, view, &drawn))
    });
    Part {
        crate_name: task.exercise.crate_name(),
        versions: versions.collect(),
    }
}

/// What is wrong with the stubs and the solutions that take turns in a program.
fn tried(
    exercise: &Exercise,
    program: &Program,
    versions: usize,
) -> Result<Vec<String>, Error> {
    let mut messages = Vec::new();
    for index in 0..versions {
        let outcomes = program.run(index, LIMIT)?;
        messages.extend(match index % 2 {
            0 => earned(exercise, &outcomes),
            _ => missed(exercise, &outcomes),
        });
    }
    messages.dedup();
    Ok(messages)
}

/// The tests that the solution does not pass.
fn missed(exercise: &Exercise, outcomes: &Outcomes) -> Vec<String> {
    let tests = exercise.metadata.tests.iter();
    let failed =
        tests.filter(|test| outcomes.get(&test.name) != Some(&Outcome::Passed));
    failed
        .map(|test| format!("the solution does not pass `{}`", test.name))
        .collect()
}

/// What is wrong with the outcomes of the tests of a stub.
fn earned(exercise: &Exercise, outcomes: &Outcomes) -> Vec<String> {
    let tests = exercise.metadata.tests.iter();
    let wrong = tests.filter_map(|test| {
        let message = match outcomes.get(&test.name) {
            Some(Outcome::Passed) if test.points > 0 => {
                "passes before a student has written anything"
            }
            Some(_) => return None,
            None => "does not run",
        };
        let (name, points) = (&test.name, test.points);
        Some(format!("`{name}`, worth {points} points, {message}"))
    });
    wrong.collect()
}
